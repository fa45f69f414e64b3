import type { Paise } from '#app/basics/money.ts';
import { isGateway, type PaymentMethod } from '#app/basics/payment-methods.ts';
import { withoutSigns } from '#app/modules/ledger/ledger.ts';
import type { UpiPayee } from '#app/modules/settings/payee.ts';

export const SHORTEST_REFERENCE = 6;
const MAX_REFERENCE = 64;

/**
 * A payment reference as it is stored and compared: letters and digits in upper case, so that the same number typed in
 * two ways is one: UTR-123456789 is UTR123456789. Undefined when it can't be one: under 6 of them, over 64, or not
 * printable ASCII.
 */
export function normaliseReference(typed: string): string | undefined {
  const written = typed.replace(/\s+/gu, '').toUpperCase();
  const reference = withoutSigns(written);
  return reference.length >= SHORTEST_REFERENCE && reference.length <= MAX_REFERENCE && /^[!-~]+$/.test(written)
    ? reference
    : undefined;
}

/** Whether a reference is the 12 digits of a UTR; another is kept, and marked for the owner. */
export const looksLikeUtr = (reference: string): boolean => /^\d{12}$/.test(reference);

/** Whether nobody typed it: the shop itself wrote it (CASH-…, UPI-…, MOVED-…), or a gateway gave it (pay_…, whatever else by its method). */
export const isGivenReference = (reference: string, method?: PaymentMethod): boolean =>
  /^(CASH-|COD-|UPI-|MOVED-|PAY_)/i.test(reference) || (method !== undefined && isGateway(method));

/** Whether a reference is to be marked for the owner: somebody typed it, and it is no UTR. */
export const isMarkedReference = (reference: string, method?: PaymentMethod): boolean =>
  !looksLikeUtr(reference) && !isGivenReference(reference, method);

/**
 * Whether a text has the shape of a UPI ID: one character or more, @, and a handle of letters and digits such as upi or
 * okhdfcbank. An account's own ends in .npci; what else has a point behind the @ is an e-mail address. Nobody is asked
 * whether it exists.
 */
export const isUpiId = (text: string): boolean =>
  /^[\w.-]{1,256}@([a-z][a-z0-9]{1,63}|[a-z0-9.]{1,58}\.npci)$/i.test(text.trim());

const MAX_UPI_NOTE = 50;

/**
 * The upi:// link of one payment: payee, amount in rupees, INR and a note of at most 50 characters. `tr` only
 * for merchants: apps refuse it on a personal address.
 */
export function upiLink(payee: UpiPayee, payment: { amount: Paise; note: string }): string {
  const note = payment.note.slice(0, MAX_UPI_NOTE);
  const parameters: [string, string | undefined][] = [
    ['pa', payee.address],
    ['pn', payee.name],
    ['am', (payment.amount / 100).toFixed(2)],
    ['cu', 'INR'],
    ['tn', note],
    ['tr', payee.isMerchant ? note : undefined],
  ];
  const query = parameters.flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`] : [],
  );
  return `upi://pay?${query.join('&')}`;
}
