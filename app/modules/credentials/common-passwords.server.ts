import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set(dictionary['passwords-common'].map(String));

/** Whether a password stands among the some 49,000 most used ones, in any case of letters. The list ships with the shop. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
