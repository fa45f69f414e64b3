import { and, eq, inArray, sql } from 'drizzle-orm';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';

/**
 * Takes out of somebody's finished orders what was written for their pieces, when they leave the shop, in the caller's transaction; what is
 * still to be made stays as it was asked for. Admins and the shop itself.
 */
export async function forgetPersonalization(shop: Shop, userId: string): Promise<void> {
  adminOnly(shop);
  await shop.database
    .update(orders)
    .set({
      items: sql`(select jsonb_agg(item - 'personalization' order by place) from jsonb_array_elements(${orders.items}) with ordinality each (item, place))`,
    })
    .where(
      and(
        eq(orders.userId, userId),
        inArray(orders.status, ['delivered', 'cancelled']),
        sql`jsonb_path_exists(${orders.items}, '$[*].personalization')`,
      ),
    );
}
