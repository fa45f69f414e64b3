/** Set by the page's script: what a guest's cookies say is then filled in by it, on pages that are the same for every guest. */
export const HAS_SCRIPT_COOKIE = 'has_script';
/** The cookies that the Cookie Policy tells of, in their present version: who chose under another is asked again. */
export const COOKIE_POLICY_VERSION = 1;
/** What `cookie_choice` holds: a letter for each category or '-', the version of the policy, the second it was chosen. The first shops wrote letters alone. */
const COOKIE_CHOICE = /^(?<letters>-|[afm]{1,3})(?:\.(?<version>\d{1,4})\.(?<at>\d{1,11}))?$/;

/** A cookie choice as its cookie tells it; undefined for what was never written, and for one under another version of the policy. */
export function parseCookieChoice(
  text: string | undefined,
): { letters: string; chosenAt: Date | undefined } | undefined {
  const { letters, version, at } = COOKIE_CHOICE.exec(text ?? '')?.groups ?? {};
  if (letters === undefined || (version !== undefined && Number(version) !== COOKIE_POLICY_VERSION)) return undefined;
  return { letters, chosenAt: at === undefined ? undefined : new Date(Number(at) * 1000) };
}

/** Holds the code of the offer that was dismissed, for this visit. */
export const DISMISSED_OFFER_COOKIE = 'dismissed_offer';
