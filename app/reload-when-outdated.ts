const KEY = 'reloaded-by';
/** Identifies the running build, because a script's file name depends on its content. */
const BUILD = import.meta.url;
const FIELDS = 'form:not([method=get]) :is(input:not([type=hidden]), textarea, select)';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let showMessage = (): void => {};
export const onOutdatedPage = (message: () => void): void => void (showMessage = message);

/**
 * After an update, an open page may need scripts that no longer exist. Reloads once. If there is unsaved text or the
 * reload did not help, shows a message.
 */
export function reloadWhenOutdated(): void {
  const typed = new WeakSet<EventTarget>();
  const remember = ({ target }: Event) => target && typed.add(target);
  document.addEventListener('input', remember, { capture: true });
  window.addEventListener('vite:preloadError', () => {
    // If the visitor is offline, a reload would lose the page.
    if (navigator.onLine === false) return;
    const fields = [...document.querySelectorAll<Field>(FIELDS)];
    const isUnsaved = fields.some((field) => field.value !== '' && (typed.has(field) || wasTypedEarly(field)));
    if (isUnsaved || !isFirstTime()) return showMessage();
    location.reload();
  });
}

const wasTypedEarly = (field: Field): boolean => 'defaultValue' in field && field.value !== field.defaultValue;

/** Without storage, nothing would prevent a loop of reloads. */
function isFirstTime(): boolean {
  try {
    if (sessionStorage.getItem(KEY) === BUILD) return false;
    sessionStorage.setItem(KEY, BUILD);
    return true;
  } catch {
    return false;
  }
}
