type Where = 'browser' | 'tab';
const storeOf = (where: Where) => (where === 'tab' ? sessionStorage : localStorage);

/** Writes to the browser's storage; null removes the value. Does nothing if storage is off or full. */
export function writeStored(key: string, value: string | null, where: Where = 'browser'): void {
  try {
    if (value === null) storeOf(where).removeItem(key);
    else storeOf(where).setItem(key, value);
  } catch {
    // The page keeps the value in memory.
  }
}

export function readStored(key: string, where: Where = 'browser'): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(storeOf(where).getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
