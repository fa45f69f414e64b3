import type { Paise } from '#app/basics/money.ts';
import { upiLink } from '#app/modules/payments/payments/payment.ts';
import type { UpiPayee } from '#app/modules/store/settings/payee.ts';
import { drawQr, type Qr } from '#app/platform/qr.server.ts';

export type UpiPayment = {
  link: string;
  amount: Paise;
  payeeAddress: string;
  payeeName: string;
  note: string;
  offersAppLink: boolean;
  qr: Qr;
};

/**
 * Returns a QR code with its link. Only a merchant address gets an app link, because apps refuse links to personal
 * ones.
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
