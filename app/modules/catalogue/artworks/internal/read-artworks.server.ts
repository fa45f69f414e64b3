import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { shownMedium } from '#app/modules/catalogue/artworks/medium.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { Variant } from '#app/modules/catalogue/artworks/variant.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { PICTURES, shownPicture } from './summary-rows.server.ts';

const VARIANTS = sql<Variant[]>`case when ${artworks.hasVariants} then (
  select jsonb_agg(jsonb_build_object('id', v.id, 'size', v.size, 'cloth', v.cloth, 'price', v.price, 'stockCount', v.stock_count, 'dimensions', v.dimensions) order by v.position, v.id)
  from ${artworkVariants} v where v.artwork_id = artworks.id) else '[]' end`;

export async function readArtworks(shop: Shop, where: SQL, most: number): Promise<Artwork[]> {
  const rows = await shop.database
    .select({ ...getTableColumns(artworks), variants: VARIANTS, pictures: PICTURES })
    .from(artworks)
    .where(where)
    .orderBy(sql`${artworks.createdAt} desc, ${artworks.id} desc`)
    .limit(most);
  return rows.map(({ updatedAt: _updatedAt, searchText: _searchText, facetGroup: _facetGroup, images, ...row }) => ({
    ...row,
    medium: shownMedium(row),
    pictures: images.map((url) => shownPicture(shop, { picture: row.pictures?.[url] ?? null, title: row.title })),
  }));
}
