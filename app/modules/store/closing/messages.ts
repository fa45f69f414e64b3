import { formatDay } from '#app/basics/india.ts';
import type { Closing } from './closing.ts';

export const closingTitle = (closing: Closing): string =>
  closing.reason === 'away' ? `We are away until ${formatDay(closing.until)}` : 'We open soon';

export const closingMessage = (closing: Closing): string =>
  closing.reason === 'away'
    ? `You can order again from ${formatDay(closing.until)}. Your cart stays as it is, and what you have ordered goes on.`
    : 'The studio is still being set up, so nothing can be bought yet. Look around; what you put into the cart stays there.';

export const closingNotice = (closing: Closing): string =>
  closing.reason === 'away'
    ? `${closingTitle(closing)}. Look around: you can order again then.`
    : 'We open soon: look around, nothing can be bought yet.';

export const NOT_OPEN_YET = 'The studio is still being set up, so nothing can be paid yet. Please come back soon.';
