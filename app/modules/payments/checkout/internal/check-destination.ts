import { refused } from '#app/basics/result.ts';
import type { NotServed } from '#app/modules/payments/checkout/messages.ts';
import { mayDeliverTo } from '#app/modules/store/settings/seller.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { isServed } from '#app/modules/store/shipping/shipping.ts';

/** Why nothing is delivered to what is known of an address; undefined where it is. */
export function checkDestination(
  settings: Settings,
  { zipCode, state }: { zipCode: string | undefined; state: string | undefined },
): NotServed | undefined {
  if (zipCode !== undefined && !isServed(settings, zipCode)) return refused('not-served', { zipCode });
  if (state && !mayDeliverTo(settings.seller, state)) return refused('state-not-served');
  return undefined;
}
