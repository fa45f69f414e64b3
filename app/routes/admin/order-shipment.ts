import { redirect } from 'react-router';
import { z } from 'zod';
import { line } from '#app/basics/address.ts';
import { recordShipment } from '#app/modules/orders/orders.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import type { Route } from './+types/order-shipment.ts';
import { keptSearchWith } from './kept-search.ts';

const shape = z.strictObject({
  step: z.enum(['in_transit', 'out_for_delivery']),
  description: line('Say where it is'),
});

/** Notes where a parcel is (decision 17) and goes back to the order. */
export async function action({ context, params: { id }, request, url }: Route.ActionArgs) {
  const noted = await recordShipment(context.get(shopContext), {
    orderId: id,
    ...(await readButton(request, shape)),
  });
  return redirect(
    `/admin/orders/${id}${keptSearchWith(url.searchParams, noted.ok ? { noted: '1' } : { refused: noted.reason })}`,
    303,
  );
}
