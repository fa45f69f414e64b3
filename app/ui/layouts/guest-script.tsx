import { HOST_ONLY, scriptCookie } from '#app/basics/cookie-names.ts';
import { COOKIE_POLICY_VERSION, DISMISSED_OFFER_COOKIE, HAS_SCRIPT_COOKIE } from '#app/basics/guest-cookies.ts';

/** Runs before the first paint on pages cached for all guests. Hides the offer or banner that the guest has closed. */
const SCRIPT = `{
let d=document,c=d.cookie,o=d.querySelector('.offer');
if(location.protocol=='https:'){d.cookie='${scriptCookie(HAS_SCRIPT_COOKIE, '1', true)}';d.cookie='${HAS_SCRIPT_COOKIE}=;path=/;max-age=0'}
else d.cookie='${scriptCookie(HAS_SCRIPT_COOKIE, '1', false)}';
if(/(^|; )(${HOST_ONLY})?cookie_choice=[afm-]+(\\.${COOKIE_POLICY_VERSION}\\.|;|$)/.test(c))d.documentElement.dataset.cookies='chosen';
if(o&&c.includes('${DISMISSED_OFFER_COOKIE}='+encodeURIComponent(o.dataset.code)))o.hidden=true
}`.replaceAll('\n', '');

/** Must be after the offer in the document. */
export const GuestScript = () => <script>{SCRIPT}</script>;
