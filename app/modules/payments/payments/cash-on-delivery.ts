import { formatRupees, type Paise } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { zoneFor } from '#app/modules/store/shipping/shipping.ts';

/** Why cash on delivery isn't possible: it is off, the total is too high, the PIN code isn't served so, or too many are open. */
export type CashRefusal =
  | Refused<'cash-off', undefined>
  | Refused<'cash-above', { maxTotal: Paise }>
  | Refused<'cash-not-there', { zipCode: string }>
  | Refused<'cash-too-many', { maxOpen: number }>;

type Limits = Pick<Settings, 'paymentMethods' | 'cashOnDelivery' | 'shippingZones'>;

/**
 * Whether an order may be paid on delivery, and what that costs, by the owner's limits. `total` is what it comes to without the
 * charge; `zipCode` may be empty while nobody has typed it, which is nowhere in particular. `open` counts those of the person that
 * are on their way or came back within 90 days; left out where nobody is known.
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

/** Whether the PIN code decides where cash is possible. */
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

/** Why it isn't possible, in the shopper's words. */
export function cashMessage(refusal: CashRefusal): string {
  switch (refusal.reason) {
    case 'cash-off':
      return 'Cash on delivery is not possible at the moment.';
    case 'cash-above':
      return `Cash on delivery is possible up to ${formatRupees(refusal.data.maxTotal)}.`;
    case 'cash-not-there':
      return refusal.data.zipCode === ''
        ? 'Whether cash on delivery is possible depends on the PIN code.'
        : `Cash on delivery is not possible to ${refusal.data.zipCode}.`;
    case 'cash-too-many':
      return refusal.data.maxOpen === 1
        ? 'One order paid on delivery is on its way to you, or came back. Pay for this one another way.'
        : `${refusal.data.maxOpen} orders paid on delivery are on their way to you, or came back. Pay for this one another way.`;
  }
}
