const KEY = 'reloaded-by';
/** Names the running build, because a file's name follows from its content. */
const BUILD = import.meta.url;
const FIELDS = 'form:not([method=get]) :is(input:not([type=hidden]), textarea, select)';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let showMessage = (): void => {};
export const onOutdatedPage = (message: () => void): void => void (showMessage = message);

/**
 * An update removes scripts that an open page loads later. Reloads the page once when one is missing. With unsaved text,
 * or when the reload did not help, it shows a message instead.
 */
export function reloadWhenOutdated(): void {
  const typed = new WeakSet<EventTarget>();
  const remember = ({ target }: Event) => target && typed.add(target);
  document.addEventListener('input', remember, { capture: true });
  window.addEventListener('vite:preloadError', () => {
    // A reload would lose the page of a visitor who is offline.
    if (navigator.onLine === false) return;
    const fields = [...document.querySelectorAll<Field>(FIELDS)];
    const isUnsaved = fields.some((field) => field.value !== '' && (typed.has(field) || wasTypedEarly(field)));
    if (isUnsaved || !isFirstTime()) return showMessage();
    location.reload();
  });
}

/** Finds text from before the script started. */
const wasTypedEarly = (field: Field): boolean => 'defaultValue' in field && field.value !== field.defaultValue;

/** Without storage nothing would stop a loop. */
function isFirstTime(): boolean {
  try {
    if (sessionStorage.getItem(KEY) === BUILD) return false;
    sessionStorage.setItem(KEY, BUILD);
    return true;
  } catch {
    return false;
  }
}
