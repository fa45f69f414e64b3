import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { type StoredMedium, shownMedium } from '#app/modules/catalogue/artworks/medium.ts';
import { artworks, availableCount } from '#app/modules/catalogue/artworks/tables.server.ts';
import { serve } from '#app/modules/catalogue/media/media.server.ts';
import { type Picture, PLACEHOLDER } from '#app/modules/catalogue/media/picture.ts';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export const { id, slug, title, price, medium, category, style, dimensions, featured, status } =
  getTableColumns(artworks);

const { gstRate, hsn, hasVariants, personalizationFields } = getTableColumns(artworks);

export const CARD = {
  id,
  slug,
  title,
  price,
  medium,
  category,
  style,
  dimensions,
  stockCount: availableCount,
  featured,
  status,
  gstRate,
  hsn,
  hasVariants,
  personalizationFields,
};

const PICTURE = sql`jsonb_strip_nulls(jsonb_build_object('url', public_url, 'width', width, 'height', height, 'widths', widths, 'alt', alt_text, 'preview', preview, 'focalX', focal_x, 'focalY', focal_y))`;

export const MAIN_PICTURE = sql<Picture | null>`(
  select ${PICTURE} from ${mediaGallery} where public_url = ${artworks.images}[${artworks.mainImageIndex} + 1])`;

export const PICTURES = sql<Record<string, Picture> | null>`(
  select jsonb_object_agg(public_url, ${PICTURE}) from ${mediaGallery} where public_url = any(${artworks.images}))`;

export const shownPicture = (shop: Shop, { picture, title }: { picture: Picture | null; title: string }): Picture =>
  picture ? serve(shop, picture) : { ...PLACEHOLDER, alt: title };

type CardRow = Omit<ArtworkSummary, 'medium' | 'picture'> & { medium: StoredMedium; picture: Picture | null };

export const cardOf = (shop: Shop, row: CardRow): ArtworkSummary => ({
  ...row,
  medium: shownMedium(row),
  picture: shownPicture(shop, row),
});

export async function summaryRows(
  shop: Shop,
  { where, order, limit }: { where: SQL | undefined; order: SQL; limit: number },
): Promise<ArtworkSummary[]> {
  const rows = await shop.database
    .select({ ...CARD, picture: MAIN_PICTURE })
    .from(artworks)
    .where(where)
    .orderBy(order)
    .limit(limit);
  return rows.map((row) => cardOf(shop, row));
}
