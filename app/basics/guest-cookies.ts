/** Set by the page's script: what a guest's cookies say is then filled in by it, on pages that are the same for every guest. */
export const HAS_SCRIPT_COOKIE = 'has_script';
/** Holds the code of the offer that was dismissed, for this visit. */
export const DISMISSED_OFFER_COOKIE = 'dismissed_offer';
