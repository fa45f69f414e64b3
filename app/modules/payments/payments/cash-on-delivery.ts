import { formatRupees, type Paise } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { zoneFor } from '#app/modules/store/shipping/shipping.ts';

export type CashRefusal =
  | Refused<'cash-off', undefined>
  | Refused<'cash-above', { maxTotal: Paise }>
  | Refused<'cash-not-there', { zipCode: string }>
  | Refused<'cash-too-many', { maxOpen: number }>;

type Limits = Pick<Settings, 'paymentMethods' | 'cashOnDelivery' | 'shippingZones'>;

/**
 * Returns the charge for cash on delivery, or a refusal. `total` excludes the charge, `open` includes recently returned
 * orders, and `zipCode` may be empty.
 */
export function cashOnDelivery(
  settings: Limits,
  { total, zipCode, open = 0 }: { total: Paise; zipCode: string; open?: number },
): Result<{ charge: Paise }, CashRefusal> {
  const { maxTotal, maxOpen, charge } = settings.cashOnDelivery;
  if (!settings.paymentMethods.includes('cod')) return refused('cash-off');
  if (maxTotal !== null && total > maxTotal) return refused('cash-above', { maxTotal });
  if (!reaches(settings, zipCode)) return refused('cash-not-there', { zipCode });
  return open >= maxOpen ? refused('cash-too-many', { maxOpen }) : done({ charge });
}

export const isCashByPin = ({ cashOnDelivery: { pinPrefixes }, shippingZones }: Limits): boolean =>
  pinPrefixes.length > 0 || shippingZones.some((zone) => zone.takesCash);

function reaches(settings: Limits, zipCode: string): boolean {
  if (!isCashByPin(settings)) return true;
  const { cashOnDelivery, shippingZones } = settings;
  if (zipCode === '') return false;
  return (
    zoneFor(shippingZones, zipCode).takesCash || cashOnDelivery.pinPrefixes.some((prefix) => zipCode.startsWith(prefix))
  );
}

export function cashMessage(refusal: CashRefusal): string {
  switch (refusal.reason) {
    case 'cash-off':
      return 'Cash on delivery is currently unavailable.';
    case 'cash-above':
      return `Cash on delivery is available up to ${formatRupees(refusal.data.maxTotal)}.`;
    case 'cash-not-there':
      return refusal.data.zipCode === ''
        ? 'Enter your PIN code to see if cash on delivery is available.'
        : `Cash on delivery is not available for ${refusal.data.zipCode}.`;
    case 'cash-too-many':
      return refusal.data.maxOpen === 1
        ? 'You already have a cash on delivery order that is open or was returned. Choose another payment method.'
        : `You already have ${refusal.data.maxOpen} cash on delivery orders that are open or were returned. Choose another payment method.`;
  }
}
