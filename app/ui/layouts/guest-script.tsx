import { COOKIE_POLICY_VERSION, DISMISSED_OFFER_COOKIE, HAS_SCRIPT_COOKIE } from '#app/basics/guest-cookies.ts';

/**
 * Runs before anything is drawn, on pages that are the same for every guest: takes away the offer that was dismissed and the question
 * that was answered, and lets the server know that the rest is filled in here.
 */
const SCRIPT = `{
let d=document,c=d.cookie,o=d.querySelector('.offer');
d.cookie='${HAS_SCRIPT_COOKIE}=1;path=/;samesite=lax';
if(/(^|; )cookie_choice=[afm-]+(\\.${COOKIE_POLICY_VERSION}\\.|;|$)/.test(c))d.documentElement.dataset.cookies='chosen';
if(o&&c.includes('${DISMISSED_OFFER_COOKIE}='+encodeURIComponent(o.dataset.code)))o.hidden=true
}`.replaceAll('\n', '');

/** Stands after the offer, whose place it may take away. */
export const GuestScript = () => <script>{SCRIPT}</script>;
