import { and, asc, getTableColumns, inArray, sql } from 'drizzle-orm';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { anyContains } from '#app/platform/database/text-search.server.ts';
import { type Shop, adminOnly } from '#app/platform/shop.server.ts';
import type { Picture } from './picture.ts';
import { mediaGallery } from './tables.server.ts';
import { type StoredPicture, rowOf, pictureOf, storedPictureOf } from './media.server.ts';

const PICTURES_PER_PAGE = 36;

const newestFirst = sortedBy(mediaGallery.id, { date: mediaGallery.createdAt });

export async function listPictures(shop: Shop, { search, cursor }: { search?: string; cursor?: string } = {}) {
  adminOnly(shop);
  const found = anyContains([mediaGallery.originalFilename, mediaGallery.altText], search);
  const [rows, total] = await Promise.all([
    shop.database
      .select({ ...getTableColumns(mediaGallery), position: newestFirst.position })
      .from(mediaGallery)
      .where(and(found, newestFirst.after(cursor)))
      .orderBy(...newestFirst.orderBy)
      .limit(PICTURES_PER_PAGE + 1),
    shop.database.$count(mediaGallery, found),
  ]);
  const page = pageOf(rows, PICTURES_PER_PAGE);
  return { pictures: page.rows.map((row) => storedPictureOf(shop, row)), total, nextCursor: page.next };
}

export async function getPicture(shop: Shop, id: string): Promise<StoredPicture> {
  adminOnly(shop);
  return storedPictureOf(shop, await rowOf(shop, id));
}

/** Returns pictures by name. Prefers uploaded pictures over fetched ones. */
export async function picturesNamed(
  shop: Shop,
  names: readonly string[],
): Promise<Map<string, { url: string; sourceUrl: string | null }>> {
  adminOnly(shop);
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return new Map();
  const rows = await shop.database
    .select({
      name: mediaGallery.originalFilename,
      url: mediaGallery.publicUrl,
      sourceUrl: mediaGallery.sourceUrl,
    })
    .from(mediaGallery)
    .where(inArray(mediaGallery.originalFilename, wanted))
    .orderBy(sql`${mediaGallery.sourceUrl} is null`, asc(mediaGallery.createdAt), asc(mediaGallery.id));
  return new Map(rows.map(({ name, ...picture }) => [name, picture]));
}

export async function picturesFrom(shop: Shop, addresses: readonly string[]): Promise<Map<string, string>> {
  adminOnly(shop);
  const wanted = [...new Set(addresses)];
  if (wanted.length === 0) return new Map();
  const rows = await shop.database
    .select({ sourceUrl: mediaGallery.sourceUrl, url: mediaGallery.publicUrl })
    .from(mediaGallery)
    .where(inArray(mediaGallery.sourceUrl, wanted))
    .orderBy(asc(mediaGallery.createdAt), asc(mediaGallery.id));
  return new Map(rows.map(({ sourceUrl, url }) => [sourceUrl!, url]));
}

/** Returns pictures whose names begin with this text, with their crops, oldest first. */
export async function picturesNamedFrom(shop: Shop, beginning: string): Promise<StoredPicture[]> {
  adminOnly(shop);
  const rows = await shop.database
    .select()
    .from(mediaGallery)
    .where(sql`starts_with(regexp_replace(${mediaGallery.originalFilename}, '^(cropped-)+', ''), ${beginning})`)
    .orderBy(asc(mediaGallery.createdAt), asc(mediaGallery.id));
  return rows.map((row) => storedPictureOf(shop, row));
}

export async function picturesByUrl(shop: Shop, urls: readonly string[]): Promise<Map<string, Picture>> {
  const wanted = [...new Set(urls)];
  if (wanted.length === 0) return new Map();
  const rows = await shop.database.select().from(mediaGallery).where(inArray(mediaGallery.publicUrl, wanted));
  return new Map(rows.map((row) => [row.publicUrl, pictureOf(shop, row)]));
}
