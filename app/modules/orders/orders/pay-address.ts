import { href } from 'react-router';
import type { Order } from './order.ts';

/** Where an order is paid. One with an advance has a page of its own: behind the emailed link of its request (`page`), or in the account. */
export function payAddress({ id, advance }: Pick<Order, 'id' | 'advance'>, shopUrl: string, page?: string): string {
  if (advance === null) return `${shopUrl}${href('/checkout')}?payment=${id}`;
  return page === undefined ? `${shopUrl}${href('/profile/orders/:id/pay', { id })}` : `${page}/pay`;
}
