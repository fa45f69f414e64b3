import { keepTypedAddress } from '#app/modules/payments/checkout/checkout.server.ts';
import { typedIn } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/typed-address.ts';
import { addressIn } from './checkout-form.ts';

/** POST checkout/typed-address: what was typed so far, sent by a page that is left for a UPI app while a QR stands on it. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const typed = typedIn(await request.formData());
  await keepTypedAddress(context.get(shopContext), { key: typed['key'] ?? '', address: addressIn(typed) });
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}
