import { HAS_SCRIPT_COOKIE } from '#app/basics/guest-cookies.ts';

/** A session, a message for the next page, a coupon: what the server alone can answer to. */
const OWN_ANSWER = /(?:^|;\s*)(?:(?:__Host-|__Secure-)?bisvar\.session_token|flash|appliedCoupon)=/;
/** What the page's own script reads and shows. */
const FILLED_IN = /(?:^|;\s*)(?:guest_cart|guest_wishlist|cookie_choice|dismissed_offer)=(?!;|$)/;
const SIGNED_IN = /(?:^|;\s*)(?:(?:__Host-|__Secure-)?bisvar\.session_token)=/;
const HAS_SCRIPT = new RegExp(`(?:^|;\\s*)${HAS_SCRIPT_COOKIE}=1(?:;|$)`);

/**
 * Whether whoever sends these cookies gets what every guest gets: nobody who is signed in, and who has a cart or the like only where
 * their browser has shown that it runs the page's script, which fills that in.
 */
export const isSameForEveryGuest = (cookies: string | undefined): boolean =>
  cookies === undefined || (!OWN_ANSWER.test(cookies) && (!FILLED_IN.test(cookies) || HAS_SCRIPT.test(cookies)));

/** Whether whoever sends these cookies is signed in, in a browser whose script fills in what a page that is the same for everybody leaves out. */
export const isSignedInWithScript = (cookies: string | undefined): boolean =>
  cookies !== undefined && SIGNED_IN.test(cookies) && HAS_SCRIPT.test(cookies);
