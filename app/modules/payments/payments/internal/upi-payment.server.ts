import type { Paise } from '#app/basics/money.ts';
import { upiLink } from '#app/modules/payments/payments/payment.ts';
import type { UpiPayee } from '#app/modules/store/settings/payee.ts';
import { drawQr, type Qr } from '#app/platform/qr.server.ts';

/** What the checkout draws: the link, and its QR. */
export type UpiPayment = {
  link: string;
  amount: Paise;
  payeeAddress: string;
  payeeName: string;
  /** What the payer's app writes beside the amount. */
  note: string;
  offersAppLink: boolean;
  qr: Qr;
};

/**
 * A UPI payment drawn on our side: the amount is the server's, the note the order number. An app link is
 * offered for a merchant's address only, because apps refuse links to a personal one as risky.
 */
export function drawUpiPayment(payee: UpiPayee, payment: { amount: Paise; orderNumber: string }): UpiPayment {
  const link = upiLink(payee, { amount: payment.amount, note: payment.orderNumber });
  return {
    link,
    amount: payment.amount,
    payeeAddress: payee.address,
    payeeName: payee.name,
    note: payment.orderNumber,
    offersAppLink: payee.isMerchant,
    qr: drawQr(link),
  };
}
