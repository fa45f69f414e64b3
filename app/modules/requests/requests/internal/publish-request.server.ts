import { eq } from 'drizzle-orm';
import { orderRequests } from '#app/modules/requests/requests/tables.server.ts';
import { publish, topicsOfRequest } from '#app/platform/live/live.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

// Not by owner: finds whom to tell, and answers nobody.
/** Tells whoever looks at a request that it has changed: the studio, its customer, and who follows its link. */
export async function publishRequest(shop: Shop, requestId: string): Promise<void> {
  const [request] = await shop.database
    .select({ id: orderRequests.id, userId: orderRequests.userId })
    .from(orderRequests)
    .where(eq(orderRequests.id, requestId));
  if (request) await publish(shop, topicsOfRequest(request), { kind: 'request', id: requestId });
}
