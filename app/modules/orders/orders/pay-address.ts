import { href } from 'react-router';
import type { Order } from './order.ts';

/** Returns the pay page, or the request's page for an order with an advance. */
export function payAddress({ id, advance }: Pick<Order, 'id' | 'advance'>, shopUrl: string, page?: string): string {
  if (advance === null) return `${shopUrl}${href('/checkout')}?payment=${id}`;
  return page === undefined ? `${shopUrl}${href('/profile/orders/:id/pay', { id })}` : `${page}/pay`;
}
