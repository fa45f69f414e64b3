import { eq, isNotNull, sql } from 'drizzle-orm';
import { movedIn } from '#app/modules/operations/data-import/tables.server.ts';
import type { SourceTable } from '#app/modules/operations/data-import/source.ts';
import type { ImportMemory, ImportOutcomes } from '#app/platform/database/import-rows.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export async function rememberTable(shop: Shop, table: SourceTable): Promise<ImportMemory> {
  const rows = await shop.database.select({ id: movedIn.sourceId }).from(movedIn).where(eq(movedIn.tableName, table));
  const ids = new Set(rows.map(({ id }) => id));
  return { wasImported: (id) => ids.has(id) };
}

export async function noteTable(shop: Shop, table: SourceTable, outcomes: ImportOutcomes): Promise<void> {
  const ids = [...outcomes].flatMap(([id, { outcome }]) => (outcome === 'added' ? [id] : []));
  if (ids.length === 0) return;
  await shop.database.execute(sql`
    insert into ${movedIn} (table_name, source_id, moved_at)
    select ${table}, id, ${shop.now.toISOString()}::timestamptz from unnest(${sql.param(ids)}::text[]) id
    on conflict do nothing`);
}

const PICTURES = 'pictures';

export async function rememberPictures(shop: Shop): Promise<Map<string, string>> {
  const rows = await shop.database
    .select({ address: movedIn.sourceId, url: movedIn.mediaUrl })
    .from(movedIn)
    .where(isNotNull(movedIn.mediaUrl));
  return new Map(rows.map(({ address, url }) => [address, url!]));
}

export async function notePicture(shop: Shop, address: string, mediaUrl: string): Promise<void> {
  await shop.database
    .insert(movedIn)
    .values({ tableName: PICTURES, sourceId: address, mediaUrl, movedAt: shop.now })
    .onConflictDoNothing();
}
