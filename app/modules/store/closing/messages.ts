import { formatDay } from '#app/basics/india.ts';
import type { Closing } from './closing.ts';

export const closingTitle = (closing: Closing): string =>
  closing.reason === 'away' ? `We are away until ${formatDay(closing.until)}` : 'We open soon';

export const closingMessage = (closing: Closing): string =>
  closing.reason === 'away'
    ? `You can order again from ${formatDay(closing.until)}. We’ll keep your cart, and your orders continue.`
    : 'You can’t buy yet, but you can look around. We’ll keep your cart.';

export const closingNotice = (closing: Closing): string =>
  closing.reason === 'away'
    ? `${closingTitle(closing)}. You can order again then.`
    : 'We open soon. You can look around, but not buy yet.';

export const NOT_OPEN_YET = 'The shop is not open yet, so you can’t pay. Please come back soon.';
