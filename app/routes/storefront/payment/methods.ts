import type { PaymentMethod } from '#app/modules/orders/order.ts';
import type { IconName } from '#app/ui/kit/icon.tsx';

/** A way to pay in the payment window. `app` opens a link on this phone, `qr` is the manual method with its QR screen. */
export type PaymentOption = { id: 'app' | 'qr' | 'phonepe' | 'paytm' | 'razorpay'; method: PaymentMethod };

export const OPTION_LABELS: Record<PaymentOption['id'], { label: string; hint?: string; icon: IconName }> = {
  app: { label: 'UPI app on this phone', hint: 'Amount is filled in', icon: 'phone' },
  qr: { label: 'Scan a QR code', hint: 'With any UPI app', icon: 'qr' },
  phonepe: { label: 'PhonePe', icon: 'wallet' },
  paytm: { label: 'Paytm', icon: 'wallet' },
  razorpay: { label: 'Card or net banking', icon: 'card' },
};

/** The ways that can be offered: methods of the settings, gateways only with a supplier behind them. */
export function paymentOptions(
  offered: readonly PaymentMethod[],
  gateways: readonly string[],
  hasAppLink: boolean,
): PaymentOption[] {
  const byReference = offered.find((method) => method === 'manual' || method === 'upi');
  const options: PaymentOption[] = [];
  if (offered.includes('upi') && hasAppLink) options.push({ id: 'app', method: 'upi' });
  if (byReference) options.push({ id: 'qr', method: byReference });
  for (const method of ['phonepe', 'paytm', 'razorpay'] as const)
    if (offered.includes(method) && gateways.includes(method)) options.push({ id: method, method });
  return options;
}
