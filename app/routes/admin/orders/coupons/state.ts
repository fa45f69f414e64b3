import { href } from 'react-router';
import { z } from 'zod';
import { setCouponActive } from '#app/modules/orders/coupons/coupons.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/state.ts';

const form = formOf<Route.ActionArgs>();

/** Switches a coupon on or off and goes back to the cards. */
export const action = formAction(
  form({
    schema: z.strictObject({ active: z.enum(['yes', 'no']) }),
    run: (shop, { active }, { params: { id } }) => setCouponActive(shop, id, active === 'yes'),
    done: (_coupon, _fields, { url }) => listAddress(href('/admin/coupons'), url),
    refused: (_refusal, _fields, { url }) => ({
      to: listAddress(href('/admin/coupons'), url, { refused: 'status' }),
    }),
    back: () => href('/admin/coupons'),
  }),
);
