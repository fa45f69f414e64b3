let common: Promise<Set<string>> | undefined;

/** Read with the first password that is chosen: it weighs some megabytes. */
const readCommon = async () =>
  new Set((await import('@zxcvbn-ts/language-common')).dictionary['passwords-common'].map(String));

/** Whether a password stands among the some 49,000 most used ones, in any case of letters. The list ships with the shop. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readCommon();
  return (await common).has(password.toLowerCase());
}
