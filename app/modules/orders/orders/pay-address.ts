import { href } from 'react-router';
import type { Order } from './order.ts';
import type { OrderLinks } from './order-link.server.ts';

/** Returns the page where an order is paid. Only emails may contain its `page` (the request's link) or its `links`. */
export function payAddress(
  { id, advance }: Pick<Order, 'id' | 'advance'>,
  shopUrl: string,
  { page, links }: { page?: string | undefined; links?: OrderLinks | undefined } = {},
): string {
  if (page !== undefined && advance !== null) return `${page}/pay`;
  if (links) return links.pay;
  return advance === null
    ? `${shopUrl}${href('/checkout')}?payment=${id}`
    : `${shopUrl}${href('/profile/orders/:id/pay', { id })}`;
}
