import { z } from 'zod';
import { asksForData } from '#app/basics/data-address.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { topicsOf } from '#app/platform/live/live.server.ts';
import { requestContext, shopContext } from '#app/routes/request-context.server.ts';
import { openedRequest } from '#app/routes/storefront/request/opened-request.server.ts';
import { trackedOrder } from '#app/routes/storefront/tracked-order.server.ts';
import type { Route } from './+types/events.ts';

const ageSchema = z.coerce.number().int().min(0).optional().catch(undefined);

/**
 * Sends live updates since the page was read, which was `age` milliseconds ago. The topics depend on the visitor, never
 * on the URL (T23).
 */
export async function loader({ context, request, url }: Route.LoaderArgs): Promise<Response> {
  // The router's script waits until an answer ends, which this stream never does.
  if (asksForData(request)) throw notFound();
  const shop = context.get(shopContext);
  const { live } = context.get(requestContext);
  const [orderId, requestId] = await Promise.all([trackedOrder(shop, request), openedRequest(shop, request)]);
  const topics = topicsOf(shop, { orderId, requestId });
  // Status 204 prevents the browser from reconnecting.
  if (topics.length === 0) return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  const key = 'userId' in shop.actor ? shop.actor.userId : shop.visitorAddress;
  return live.open(
    { key, address: shop.visitorAddress },
    topics,
    ageSchema.parse(url.searchParams.get('age') ?? undefined),
  );
}
