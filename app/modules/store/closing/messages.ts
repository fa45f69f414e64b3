import { formatDay } from '#app/basics/india.ts';
import type { Closing } from './closing.ts';

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
