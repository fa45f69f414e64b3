import { summariesOf } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { findOrderNumbers } from '#app/modules/orders/orders/orders.server.ts';
import type { AuditEntry } from '#app/platform/audit/audit.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export async function findSubjectNames(shop: Shop, entries: readonly AuditEntry[]): Promise<Map<string, string>> {
  const idsOf = (table: string) =>
    entries.filter(({ subjectTable }) => subjectTable === table).map(({ subjectId }) => subjectId);
  const [artworks, orders] = await Promise.all([
    summariesOf(shop, idsOf('artworks')),
    findOrderNumbers(shop, idsOf('orders')),
  ]);
  return new Map([
    ...[...artworks].map(([id, { title }]) => [id, title] as const),
    ...[...orders].map(([id, orderNumber]) => [id, `${orderNumber} #${shortId(id)}`] as const),
  ]);
}
