import type { UnreadableReason } from './bank-line.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Refused } from '#app/basics/result.ts';
import type { KeyUsed } from '#app/platform/once.server.ts';

export const UNREADABLE_REASONS: Record<UnreadableReason, string> = {
  'web-page': 'This is a web page, not a table. Open it in a spreadsheet and save it as CSV, or paste its rows.',
  'too-long': 'We read only the first 5,000 lines. Split the statement into parts.',
  'unknown-columns':
    'We didn’t recognise the column names. Rename the column of money received to Credit and paste the rows again.',
  'mixed-dates': 'This table mixes day-first and month-first dates. Download it again with one date format.',
  'wrong-cells':
    'This row doesn’t fit the heading, and the balance doesn’t show how to read it. Check it at your bank, then mark its order as paid.',
  incomplete: 'We couldn’t find a date and an amount. Paste the whole row or message.',
  'no-proof': 'This doesn’t say that the money was received. Paste the row with the statement’s heading.',
  'two-amounts':
    'We couldn’t tell which amount is the payment. Include the statement’s heading and the rows around this one.',
  'in-and-out': 'This mentions money both in and out. Check it at your bank.',
  'not-completed': 'This payment failed or isn’t complete. Wait for the bank’s message that you received the money.',
  'went-back': 'The money was returned or reversed. Check it at your bank.',
  requested: 'This is a payment request, not a payment.',
  due: 'This is a payment reminder, not a payment.',
  card: 'This is about a card, not a payment into your account.',
  mandate: 'This is about an automatic payment, not a payment into your account.',
  password: 'This is about a one-time password, not a payment. Delete it.',
  promise: 'This is an offer or announcement. Wait for the bank’s message that you received the money.',
  balance: 'This shows only the balance. Paste the message about the payment.',
  'other-account': 'This payment is for another account, not yours.',
};

export type RemittanceRefusal =
  | Refused<'none-chosen' | 'already-settled', undefined>
  | KeyUsed<unknown>
  | Refused<'too-much', { collected: Paise }>;

export function remittanceMessage(refusal: RemittanceRefusal): { message: string; field?: string } {
  switch (refusal.reason) {
    case 'none-chosen':
      return { message: 'Select the orders that the courier paid for.' };
    case 'already-settled':
      return { message: 'One of these orders has been settled in the meantime. We’ve updated the list.' };
    case 'key-used':
      return { message: 'This form already recorded a different remittance. Check the list, then reload the page.' };
    case 'too-much':
      return {
        message: `Enter at most ${formatRupees(refusal.data.collected)}, the cash collected for these orders.`,
        field: 'amount',
      };
  }
}
