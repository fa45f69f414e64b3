import { href } from 'react-router';
import { paperFile } from '#app/routes/paper-file.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { PRIVATE_HEADERS } from '#app/routes/secret-address.ts';
import type { Route } from './+types/linked-invoice-pdf.ts';
import { openLinkedOrder } from './open-linked-order.server.ts';

export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const { shop, orderId } = await openLinkedOrder(context.get(shopContext), url, ({ id }) =>
    href('/profile/orders/:id/invoice.pdf', { id }),
  );
  const file = await paperFile(shop, orderId, url.searchParams.get('paper') ?? undefined);
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) file.headers.set(name, value);
  return file;
}
