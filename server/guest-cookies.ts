import { HOST_ONLY } from '#app/basics/cookie-names.ts';
import { HAS_SCRIPT_COOKIE } from '#app/basics/guest-cookies.ts';

/** Cookies that only the server can answer to. */
const OWN_ANSWER = /(?:^|;\s*)(?:(?:__Host-)?bisvar\.session_token|(?:__Host-)?(?:flash|appliedCoupon))=/;
const SIGNED_IN = /(?:^|;\s*)(?:(?:__Host-)?bisvar\.session_token)=/;
/** Cookies that the page's script reads, with and without prefix. */
const NAMED = [HOST_ONLY, ''].map((prefix) => ({
  filledIn: new RegExp(`(?:^|;\\s*)${prefix}(?:guest_cart|guest_wishlist|cookie_choice|dismissed_offer)=(?!;|$)`),
  hasScript: new RegExp(`(?:^|;\\s*)${prefix}${HAS_SCRIPT_COOKIE}=1(?:;|$)`),
}));

/**
 * Returns whether these cookies get the page that every guest gets: not signed in, and any cart is filled in by a
 * running script. Unprefixed names go to the server, which renames them.
 */
export const isSameForEveryGuest = (cookies: string | undefined): boolean =>
  cookies === undefined ||
  (!OWN_ANSWER.test(cookies) &&
    NAMED.every(({ filledIn, hasScript }) => !filledIn.test(cookies) || hasScript.test(cookies)));

/** Returns whether these cookies are of a signed-in visitor whose script fills in their state. */
export const isSignedInWithScript = (cookies: string | undefined): boolean =>
  cookies !== undefined && SIGNED_IN.test(cookies) && NAMED.some(({ hasScript }) => hasScript.test(cookies));
