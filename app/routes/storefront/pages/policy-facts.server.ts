import type { LoaderFunctionArgs } from 'react-router';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';

/** What the information pages quote: the settings the shop charges and ships by, so that a page and a bill never disagree. */
export async function policyLoader({ context }: LoaderFunctionArgs) {
  const { contact, flatShipping, shippingMode, shippingZones, promises, figures, founders, policiesUpdated } =
    await getSettings(context.get(shopContext));
  return { contact, flatShipping, shippingMode, shippingZones, promises, figures, founders, policiesUpdated };
}
