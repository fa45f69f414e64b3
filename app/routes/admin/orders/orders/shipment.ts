import { href } from 'react-router';
import { z } from 'zod';
import { line } from '#app/platform/text-schemas.ts';
import { recordShipment } from '#app/modules/orders/orders/orders.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';
import type { Route } from './+types/shipment.ts';

const schema = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('shipped'),
    carrier: line('Say who carries it', 60),
    trackingNumber: line('Write its number', 60),
  }),
  z.strictObject({ step: z.enum(['in_transit', 'out_for_delivery']), description: line('Say where it is') }),
]);

/** Notes who carries a parcel, or where it is, and goes back to the order. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const shipment = await readButton(request, schema);
  const noted = await recordShipment(context.get(shopContext), {
    orderId: id,
    ...shipment,
  });
  return seeOther(href('/admin/orders/:id', { id }), url, noted.ok ? { noted: '1' } : { refused: noted.reason });
}
