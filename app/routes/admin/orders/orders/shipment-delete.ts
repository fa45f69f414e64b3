import { href } from 'react-router';
import { z } from 'zod';
import { removeShipment } from '#app/modules/orders/orders/orders.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/shipment-delete.ts';

const form = formOf<Route.ActionArgs>();
const sheet = ({ params: { id } }: Route.ActionArgs) => href('/admin/orders/:id', { id });

/** Takes back what was noted of a parcel and goes back to its order. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    run: (shop, _fields, { params: { id, eventId } }) => removeShipment(shop, { orderId: id, eventId }),
    done: (_nothing, _fields, args) => listAddress(sheet(args), args.url, { noted: 'removed' }),
    refused: ({ reason }, _fields, args) => ({ to: listAddress(sheet(args), args.url, { refused: reason }) }),
    back: sheet,
  }),
);
