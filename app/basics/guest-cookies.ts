/** The page's script sets this cookie, and from then on fills in a guest's personal data. */
export const HAS_SCRIPT_COOKIE = 'has_script';
/** Visitors whose choice was for another policy version are asked again. */
export const COOKIE_POLICY_VERSION = 1;
/**
 * Matches `cookie_choice`: a letter per category or '-', the policy's version, and the time. Older cookies have letters
 * only.
 */
const COOKIE_CHOICE = /^(?<letters>-|[afm]{1,3})(?:\.(?<version>\d{1,4})\.(?<at>\d{1,11}))?$/;

/** Returns undefined for an invalid or outdated choice. */
export function parseCookieChoice(
  text: string | undefined,
): { letters: string; chosenAt: Date | undefined } | undefined {
  const { letters, version, at } = COOKIE_CHOICE.exec(text ?? '')?.groups ?? {};
  if (letters === undefined || (version !== undefined && Number(version) !== COOKIE_POLICY_VERSION)) return undefined;
  return { letters, chosenAt: at === undefined ? undefined : new Date(Number(at) * 1000) };
}

export const DISMISSED_OFFER_COOKIE = 'dismissed_offer';
