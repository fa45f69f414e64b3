import {
  type Gateway,
  gatewayCard,
  GATEWAYS,
  isReferenceMethod,
  type PaymentMethod,
} from '#app/basics/payment-methods.ts';
import type { IconName } from '#app/ui/kit/icon.tsx';

export type PaymentOption = { id: 'app' | 'qr' | Gateway; method: PaymentMethod };

const BY_UPI = {
  app: { label: 'UPI app on this phone', hint: 'Amount is filled in', inSentence: 'UPI app', icon: 'phone' },
  qr: { label: 'Scan a QR code', hint: 'With any UPI app', inSentence: 'QR code', icon: 'qr' },
} as const;

export const optionCard = (
  id: PaymentOption['id'],
): { label: string; hint?: string; inSentence: string; icon: IconName; asksUpiId?: boolean } =>
  id === 'app' || id === 'qr' ? BY_UPI[id] : gatewayCard(id);

export const offersQr = (options: readonly PaymentOption[]): boolean => options.some(({ id }) => id === 'qr');

export const offersOnline = (options: readonly PaymentOption[]): boolean =>
  options.some(({ id }) => id !== 'qr' && id !== 'app');

export function paymentOptions(offered: readonly PaymentMethod[], hasAppLink: boolean): PaymentOption[] {
  const byReference = offered.find(isReferenceMethod);
  return [
    ...(offered.includes('upi') && hasAppLink ? [{ id: 'app', method: 'upi' } as const] : []),
    ...(byReference ? [{ id: 'qr', method: byReference } as const] : []),
    ...GATEWAYS.filter((gateway) => offered.includes(gateway))
      .toSorted((a, b) => gatewayCard(a).rank - gatewayCard(b).rank)
      .map((gateway) => ({ id: gateway, method: gateway })),
  ];
}
