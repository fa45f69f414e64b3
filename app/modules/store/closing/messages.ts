import { formatDay } from '#app/basics/india.ts';
import type { Closing } from '#app/modules/operations/health/checklist.ts';

/** What a buyer reads while nobody can buy. */
export const closingTitle = (closing: Closing): string =>
  closing.reason === 'away' ? `We are away until ${formatDay(closing.until)}` : 'We open soon';

/** The same, with what they can do meanwhile. */
export const closingMessage = (closing: Closing): string =>
  closing.reason === 'away'
    ? `You can order again from ${formatDay(closing.until)}. Your cart stays as it is, and what you have ordered goes on.`
    : 'The studio is still being set up, so nothing can be bought yet. Look around; what you put into the cart stays there.';

/** The same in a line above every page. */
export const closingNotice = (closing: Closing): string =>
  closing.reason === 'away'
    ? `${closingTitle(closing)}. Look around: you can order again then.`
    : 'We open soon: look around, nothing can be bought yet.';

/** Why what was agreed on can't be paid yet. */
export const NOT_OPEN_YET = 'The studio is still being set up, so nothing can be paid yet. Please come back soon.';

export const OPENING_MESSAGES = {
  'not-ready': 'Something of the list is still missing.',
  'no-payee': 'Write down your UPI address first.',
  'reference-used': 'Another payment has this UTR. Enter the UTR of the ₹1 that you just sent.',
  'no-mail-server': 'No mail server is set, so no mail leaves the shop.',
  'no-backups': 'This shop makes no backups by itself.',
  'day-over': 'Pick a day that is still to come: from it on people can buy again.',
  'wrong-key': 'That is not the key of your backups.',
  'wrong-code': 'That is not the code of the mail.',
} as const;
