import { NOWHERE, UNKNOWN_META } from '#app/basics/unknown-address.ts';

/** Gives the router the server’s address, because the router also knows routes that this visitor may not see. */
export function restoreServerAddress(): void {
  if (!document.querySelector(`meta[name=${UNKNOWN_META.name}][content=${UNKNOWN_META.content}]`)) return;
  const { pathname, search, hash } = window.location;
  window.history.replaceState({ ...window.history.state, typed: pathname + search + hash }, '', NOWHERE);
}

export function showTypedAddress(): void {
  const { typed, ...state } = (window.history.state ?? {}) as { typed?: string };
  if (typed) window.history.replaceState(state, '', typed);
}
