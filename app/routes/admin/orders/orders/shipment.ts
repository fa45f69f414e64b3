import { href } from 'react-router';
import { z } from 'zod';
import { line } from '#app/platform/text-schemas.ts';
import { recordShipment } from '#app/modules/orders/orders/orders.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/shipment.ts';

const form = formOf<Route.ActionArgs>();
const sheet = ({ params: { id } }: Route.ActionArgs) => href('/admin/orders/:id', { id });

/** Notes who carries a parcel, or where it is, and goes back to the order. */
export const action = formAction(
  form({
    schema: z.discriminatedUnion('step', [
      z.strictObject({
        step: z.literal('shipped'),
        carrier: line('Say who carries it', 60),
        trackingNumber: line('Write its number', 60),
      }),
      z.strictObject({ step: z.enum(['in_transit', 'out_for_delivery']), description: line('Say where it is') }),
    ]),
    run: (shop, shipment, { params: { id } }) => recordShipment(shop, { orderId: id, ...shipment }),
    done: (_nothing, _fields, args) => listAddress(sheet(args), args.url, { noted: '1' }),
    refused: ({ reason }, _fields, args) => ({ to: listAddress(sheet(args), args.url, { refused: reason }) }),
    back: sheet,
  }),
);
