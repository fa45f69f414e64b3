import { HOST_ONLY } from '#app/basics/cookie-names.ts';
import { HAS_SCRIPT_COOKIE } from '#app/basics/guest-cookies.ts';

const OWN_ANSWER = /(?:^|;\s*)(?:(?:__Host-)?bisvar\.session_token|(?:__Host-)?(?:flash|appliedCoupon))=/;
const SIGNED_IN = /(?:^|;\s*)(?:(?:__Host-)?bisvar\.session_token)=/;
const NAMED = [HOST_ONLY, ''].map((prefix) => ({
  filledIn: new RegExp(`(?:^|;\\s*)${prefix}(?:guest_cart|guest_wishlist|cookie_choice|dismissed_offer)=(?!;|$)`),
  hasScript: new RegExp(`(?:^|;\\s*)${prefix}${HAS_SCRIPT_COOKIE}=1(?:;|$)`),
}));

/**
 * Returns whether a visitor with these cookies gets the common guest page. Cookies without the prefix must be renamed
 * first.
 */
export const isSameForEveryGuest = (cookies: string | undefined): boolean =>
  cookies === undefined ||
  (!OWN_ANSWER.test(cookies) &&
    NAMED.every(({ filledIn, hasScript }) => !filledIn.test(cookies) || hasScript.test(cookies)));

/** Returns whether these cookies belong to a signed-in visitor, whose script fills in their state. */
export const isSignedInWithScript = (cookies: string | undefined): boolean =>
  cookies !== undefined && SIGNED_IN.test(cookies) && NAMED.some(({ hasScript }) => hasScript.test(cookies));
