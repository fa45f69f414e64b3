import { redirect } from 'react-router';
import { z } from 'zod';
import { line } from '#app/basics/address.ts';
import { recordShipment } from '#app/modules/orders/orders.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { keptSearchWith } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/shipment.ts';

const shape = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('shipped'),
    carrier: line('Say who carries it', 60),
    trackingNumber: line('Write its number', 60),
  }),
  z.strictObject({ step: z.enum(['in_transit', 'out_for_delivery']), description: line('Say where it is') }),
]);

/** Notes who carries a parcel, or where it is, and goes back to the order. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const news = await readButton(request, shape);
  const noted = await recordShipment(context.get(shopContext), {
    orderId: id,
    ...(news.step === 'shipped'
      ? { ...news, description: `Handed to ${news.carrier}, number ${news.trackingNumber}.` }
      : news),
  });
  return redirect(
    `/admin/orders/${id}${keptSearchWith(url.searchParams, noted.ok ? { noted: '1' } : { refused: noted.reason })}`,
    303,
  );
}
