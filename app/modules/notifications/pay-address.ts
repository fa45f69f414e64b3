import { href } from 'react-router';
import type { Order } from '#app/modules/orders/order.ts';

/** Where what is to be paid of an order is paid: one with an advance has a page of its own. */
export const payAddress = ({ id, advance }: Pick<Order, 'id' | 'advance'>, shopUrl: string): string =>
  advance === null
    ? `${shopUrl}${href('/checkout')}?payment=${id}`
    : `${shopUrl}${href('/profile/orders/:id/pay', { id })}`;
