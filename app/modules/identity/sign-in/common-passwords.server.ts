let common: Promise<Set<string>> | undefined;

/** Read with the first password that is chosen: it weighs some megabytes. */
const readCommon = async () =>
  new Set((await import('@zxcvbn-ts/language-common')).dictionary['passwords-common'].map(String));

/** What anybody would try first at this shop, alone or with digits and signs around it. */
const SHOP_NAMES = new Set([
  'admin',
  'aipan',
  'almora',
  'bisvar',
  'bisvarshop',
  'bisvarstudio',
  'kumaon',
  'owner',
  'studio',
]);

/** Whether a password stands among the some 49,000 most used ones, in any case of letters, or is a word of this shop with nothing but digits and signs around it. The list ships with the shop. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readCommon();
  const lower = password.toLowerCase();
  return (await common).has(lower) || SHOP_NAMES.has(lower.replace(/[^a-z]/g, ''));
}
