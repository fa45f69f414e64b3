/** An address no screen has; everybody who asks for what isn't there, or isn't there for them, is answered as there. */
export const NOWHERE = '/not-there';

/** In the head of a page that was answered as there. */
export const UNKNOWN_META = { name: 'address', content: 'unknown' };

/**
 * Takes the router there before it starts: it knows all routes, those for others too, and would show another page than the
 * server did.
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
