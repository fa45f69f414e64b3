import type { Paise } from '#app/basics/money.ts';
import { upiLink } from '#app/modules/payments/payments/payment.ts';
import { takesAppLink } from '#app/modules/payments/payments/upi-apps.ts';
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

/** Returns a QR code and its link, and whether UPI apps accept the link. */
export function drawUpiPayment(payee: UpiPayee, payment: { amount: Paise; orderNumber: string }): UpiPayment {
  const link = upiLink(payee, { amount: payment.amount, note: payment.orderNumber });
  return {
    link,
    amount: payment.amount,
    payeeAddress: payee.address,
    payeeName: payee.name,
    note: payment.orderNumber,
    offersAppLink: takesAppLink(payee, payment.amount),
    qr: drawQr(link),
  };
}
