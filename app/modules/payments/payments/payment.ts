import { type Paise, toRupeeText } from '#app/basics/money.ts';
import type { PaymentMethod } from '#app/basics/payment-methods.ts';
import { plainCode } from '#app/basics/typed-text.ts';
import { isGivenReference, lettersAndDigits } from '#app/modules/orders/ledger/ledger.ts';
import type { Verification } from '#app/modules/orders/orders/order.ts';
import type { UpiPayee } from '#app/modules/store/settings/payee.ts';

export const SHORTEST_REFERENCE = 6;
const MAX_REFERENCE = 64;

function onlyUtr(text: string): string | undefined {
  const runs = text.match(/(?<!\d)\d{12}(?!\d)/g);
  return runs?.length === 1 ? runs[0] : undefined;
}

/**
 * Returns the only run of 12 digits, or else all letters and digits in upper case. Returns undefined unless there are 6
 * to 64 characters.
 */
export function normaliseReference(typed: string): string | undefined {
  const line = plainCode(typed).toUpperCase();
  const written = line.replace(/ /g, '');
  const isGateways = written.startsWith('PAY_');
  const utr = isGateways ? undefined : (onlyUtr(line) ?? onlyUtr(line.replace(/(?<=\d)[ -]+(?=\d)/g, '')));
  if (utr !== undefined && written.length <= MAX_REFERENCE) return utr;
  const reference = lettersAndDigits(written);
  return reference.length >= SHORTEST_REFERENCE && reference.length <= MAX_REFERENCE && /^[!-~]+$/.test(written)
    ? reference
    : undefined;
}

export const looksLikeUtr = (reference: string): boolean => /^\d{12}$/.test(reference);

export const isMarkedReference = (reference: string, method?: PaymentMethod): boolean =>
  !looksLikeUtr(reference) && !isGivenReference(reference, method);

/** Accepts a dot only in the handle .npci, so that email addresses do not match. */
export const isUpiId = (text: string): boolean =>
  /^[\w.-]{1,256}@([a-z][a-z0-9]{1,63}|[a-z0-9.]{1,58}\.npci)$/i.test(text.trim());

const MAX_UPI_NOTE = 50;

/** Builds a UPI link. The note has at most 50 characters. UPI apps refuse `tr` on a personal address. */
export function upiLink(payee: UpiPayee, payment: { amount: Paise; note: string }): string {
  const note = payment.note.slice(0, MAX_UPI_NOTE);
  const parameters: [string, string | undefined][] = [
    ['pa', payee.address],
    ['pn', payee.name],
    ['am', toRupeeText(payment.amount)],
    ['cu', 'INR'],
    ['tn', note],
    ['tr', payee.isMerchant ? note : undefined],
  ];
  const query = parameters.flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`] : [],
  );
  return `upi://pay?${query.join('&')}`;
}

export type TypedReference = { reference: string; amount: Paise; verification: Verification };
