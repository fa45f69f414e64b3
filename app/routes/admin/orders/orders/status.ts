import { href } from 'react-router';
import { z } from 'zod';
import { done } from '#app/basics/result.ts';
import { ORDER_STATUSES } from '#app/modules/orders/orders/order.ts';
import { getOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { reasonSchema } from '#app/routes/admin/shared/reason.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { parcelText } from './carrier-fields.tsx';
import type { Route } from './+types/status.ts';

const form = formOf<Route.ActionArgs>();
const sheet = ({ params: { id } }: Route.ActionArgs) => href('/admin/orders/:id', { id });

/** Sets an order's status and goes to the list, which offers to take it back; or to the order, which asks for what was missing. */
export const action = formAction(
  form({
    schema: z.strictObject({
      /** The status that was seen. */
      from: z.enum(ORDER_STATUSES).optional(),
      status: z.enum(ORDER_STATUSES),
      reason: reasonSchema,
      shipUnverified: z.literal('yes').optional(),
      carrier: parcelText,
      trackingNumber: parcelText,
    }),
    run: async (shop, { from, status, reason, shipUnverified, ...parcel }, { params: { id } }) => {
      const { status: was } = await getOrder(shop, id);
      const change = { orderId: id, from, status, reason, shipUnverified: shipUnverified === 'yes', parcel };
      const changed = await setOrderStatus(shop, change);
      return changed.ok ? done({ was, saved: changed.value.status }) : changed;
    },
    done: ({ was, saved }, _fields, { params: { id }, url }) =>
      listAddress(href('/admin/orders'), url, { saved, of: id, was: was === saved ? undefined : was }),
    refused: ({ reason }, { status }, args) => ({
      to: listAddress(sheet(args), args.url, { refused: reason, to: status }),
    }),
    back: sheet,
  }),
);
