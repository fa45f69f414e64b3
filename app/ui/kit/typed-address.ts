import { NOWHERE, UNKNOWN_META } from '#app/basics/unknown-address.ts';

/** The router would also show routes that the server hides from this visitor, so it gets the server’s address. */
export function restoreServerAddress(): void {
  if (!document.querySelector(`meta[name=${UNKNOWN_META.name}][content=${UNKNOWN_META.content}]`)) return;
  const { pathname, search, hash } = window.location;
  window.history.replaceState({ ...window.history.state, typed: pathname + search + hash }, '', NOWHERE);
}

export function showTypedAddress(): void {
  const { typed, ...state } = (window.history.state ?? {}) as { typed?: string };
  if (typed) window.history.replaceState(state, '', typed);
}
