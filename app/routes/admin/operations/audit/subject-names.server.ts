import { summariesOf } from '#app/modules/catalogue/artworks/artworks.server.ts';
import type { AuditEntry } from '#app/platform/audit/audit.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export async function artworkTitles(shop: Shop, entries: readonly AuditEntry[]): Promise<Map<string, string>> {
  const ids = entries.filter(({ subjectTable }) => subjectTable === 'artworks').map(({ subjectId }) => subjectId);
  const found = await summariesOf(shop, ids);
  return new Map([...found].map(([id, { title }]) => [id, title]));
}
