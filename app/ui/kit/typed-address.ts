import { NOWHERE, UNKNOWN_META } from '#app/basics/unknown-address.ts';

/**
 * At an unknown address takes the router where the server was, before it starts: it knows all routes, those for others too, and
 * would show another page.
 */
export function goWhereServerWas(): void {
  if (!document.querySelector(`meta[name=${UNKNOWN_META.name}][content=${UNKNOWN_META.content}]`)) return;
  const { pathname, search, hash } = window.location;
  window.history.replaceState({ ...window.history.state, typed: pathname + search + hash }, '', NOWHERE);
}

/** Puts the address that was typed back into the address bar, once the router has started. */
export function showTypedAddress(): void {
  const { typed, ...state } = (window.history.state ?? {}) as { typed?: string };
  if (typed) window.history.replaceState(state, '', typed);
}
