import { HOST_ONLY } from '#app/basics/cookie-names.ts';
import { HAS_SCRIPT_COOKIE } from '#app/basics/guest-cookies.ts';

/** A session, a message for the next page, a coupon: what the server alone can answer to. */
const OWN_ANSWER = /(?:^|;\s*)(?:(?:__Host-)?bisvar\.session_token|(?:__Host-)?(?:flash|appliedCoupon))=/;
const SIGNED_IN = /(?:^|;\s*)(?:(?:__Host-)?bisvar\.session_token)=/;
/** What the page's own script reads and shows, and that it runs: by the names of https, and by those without a prefix. */
const NAMED = [HOST_ONLY, ''].map((prefix) => ({
  filledIn: new RegExp(`(?:^|;\\s*)${prefix}(?:guest_cart|guest_wishlist|cookie_choice|dismissed_offer)=(?!;|$)`),
  hasScript: new RegExp(`(?:^|;\\s*)${prefix}${HAS_SCRIPT_COOKIE}=1(?:;|$)`),
}));

/**
 * Whether whoever sends these cookies gets what every guest gets: nobody who is signed in, and who has a cart or the like only where
 * their browser has shown that it runs the page's script, which fills that in. Over https the script says so under the name of https, so
 * that who has a cart under its earlier name is answered by the server, which renames it.
 */
export const isSameForEveryGuest = (cookies: string | undefined): boolean =>
  cookies === undefined ||
  (!OWN_ANSWER.test(cookies) &&
    NAMED.every(({ filledIn, hasScript }) => !filledIn.test(cookies) || hasScript.test(cookies)));

/** Whether whoever sends these cookies is signed in, in a browser whose script fills in what a page that is the same for everybody leaves out. */
export const isSignedInWithScript = (cookies: string | undefined): boolean =>
  cookies !== undefined && SIGNED_IN.test(cookies) && NAMED.some(({ hasScript }) => hasScript.test(cookies));
