import type { UnreadableReason } from './bank-line.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Refused } from '#app/basics/result.ts';
import type { KeyUsed } from '#app/platform/once.server.ts';

export const UNREADABLE_REASONS: Record<UnreadableReason, string> = {
  'web-page':
    'This is a web page, not a table. Open it in a spreadsheet, save it as CSV and choose that file, or paste its rows.',
  'too-long': 'Nothing below line 5000 was read. Divide the statement into parts.',
  'unknown-columns':
    'The column names were not recognised. Rename the column of money received to Credit, and paste the rows again.',
  'mixed-dates':
    'This table has dates with the day first and dates with the month first. Download it again with one date format.',
  'wrong-cells':
    'The row does not fit its heading, and the balance does not prove how to read it. Check it at the bank, then mark its order as paid by hand.',
  incomplete: 'No date and amount could be read. Paste the whole row or message.',
  'no-proof': 'Nothing says that this money was received. Paste the row with the heading of its statement.',
  'two-amounts':
    'Nothing proves which amount is the payment. Paste the heading of the statement and the rows around this one too.',
  'in-and-out': 'Part of it says that money came in, part that money went out. Check it at the bank.',
  'not-completed': 'The payment failed or is not complete. Wait for the bank’s message that the money was received.',
  'went-back': 'The money was returned or reversed. Check it at the bank.',
  requested: 'This asks for money. It is not a payment.',
  due: 'This says that a payment is due. It is not a payment.',
  card: 'This is about a card. It is not a payment into your account.',
  mandate: 'This is about an automatic payment. It is not a payment into your account.',
  password: 'This is about a one-time password. It is not a payment. Delete it.',
  promise: 'This is an offer or announces money. Wait for the bank’s message that the money was received.',
  balance: 'This says only the balance. Paste the message about the payment.',
  'other-account': 'This is money for another account. It is not a payment into yours.',
};

export type RemittanceRefusal =
  | Refused<'none-chosen' | 'already-settled', undefined>
  | KeyUsed<unknown>
  | Refused<'too-much', { collected: Paise }>;

export function remittanceMessage(refusal: RemittanceRefusal): { message: string; field?: string } {
  switch (refusal.reason) {
    case 'none-chosen':
      return { message: 'Tick the orders it is for.' };
    case 'already-settled':
      return { message: 'One of these orders was settled in the meantime. The list is up to date now.' };
    case 'key-used':
      return { message: 'Another remittance was recorded with this form. Look at the list, then load the page again.' };
    case 'too-much':
      return {
        message: `Only ${formatRupees(refusal.data.collected)} were collected for these orders.`,
        field: 'amount',
      };
  }
}
