/** For all visits, or for as long as the tab is open. */
type Where = 'browser' | 'tab';
const storeOf = (where: Where) => (where === 'tab' ? sessionStorage : localStorage);

/** Writes to the browser's storage, or clears with null. Storage may be switched off or full; then nothing is kept. */
export function writeStored(key: string, value: string | null, where: Where = 'browser'): void {
  try {
    if (value === null) storeOf(where).removeItem(key);
    else storeOf(where).setItem(key, value);
  } catch {
    // What can't be kept is still in the page and in its address.
  }
}

/** What is kept under a key, as an object; an empty one when there is nothing, or nothing of ours. */
export function readStored(key: string, where: Where = 'browser'): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(storeOf(where).getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
