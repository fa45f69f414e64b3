import { href } from 'react-router';
import type { Order } from './order.ts';

/**
 * Returns where an order is paid. An order with an advance has its own page, by its request's link (`page`) or in the
 * account.
 */
export function payAddress({ id, advance }: Pick<Order, 'id' | 'advance'>, shopUrl: string, page?: string): string {
  if (advance === null) return `${shopUrl}${href('/checkout')}?payment=${id}`;
  return page === undefined ? `${shopUrl}${href('/profile/orders/:id/pay', { id })}` : `${page}/pay`;
}
