import { href } from 'react-router';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { changeCoupon, couponButtonSchema } from './change-coupon.server.ts';

const form = formOf();

/** POST cart/coupon: applies a code or takes it off. */
export const action = formAction(
  form({
    schema: couponButtonSchema,
    run: (shop, fields, { visit }) => changeCoupon(shop, visit, fields),
    done: (message = '') => ({ ok: message === '', message }),
    refused: {},
    back: () => href('/cart'),
    about: 'coupon',
  }),
);
