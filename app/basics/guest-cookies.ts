/** Set by the page's script, which then fills in the guest's state on pages that are the same for everyone. */
export const HAS_SCRIPT_COOKIE = 'has_script';
/** Visitors who chose under another version are asked again. */
export const COOKIE_POLICY_VERSION = 1;
/**
 * `cookie_choice`: a letter per category or '-', the policy's version, and when it was chosen. Older ones have letters
 * only.
 */
const COOKIE_CHOICE = /^(?<letters>-|[afm]{1,3})(?:\.(?<version>\d{1,4})\.(?<at>\d{1,11}))?$/;

/** Undefined for an invalid choice and for another version of the policy. */
export function parseCookieChoice(
  text: string | undefined,
): { letters: string; chosenAt: Date | undefined } | undefined {
  const { letters, version, at } = COOKIE_CHOICE.exec(text ?? '')?.groups ?? {};
  if (letters === undefined || (version !== undefined && Number(version) !== COOKIE_POLICY_VERSION)) return undefined;
  return { letters, chosenAt: at === undefined ? undefined : new Date(Number(at) * 1000) };
}

/** The code of the dismissed offer. */
export const DISMISSED_OFFER_COOKIE = 'dismissed_offer';
