import { and, asc, desc, eq, isNotNull, ne } from 'drizzle-orm';
import { paise, type Paise } from '#app/basics/money.ts';
import { mainFirst } from '#app/modules/catalogue/artworks/artwork.ts';
import { type Medium, shownMedium } from '#app/modules/catalogue/artworks/medium.ts';
import { artworks, artworkVariants, isPublished } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { Variant } from '#app/modules/catalogue/artworks/variant.ts';
import type { Picture } from '#app/modules/catalogue/media/picture.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { PICTURES, shownPicture } from './summary-rows.server.ts';

/** A published artwork with a price that is sold from stock, or one of its variants. */
export type ForSale = {
  artworkId: string;
  slug: string;
  title: string;
  description: string;
  medium: Medium;
  category: string;
  price: Paise;
  stockCount: number;
  /** The main one is first. */
  pictures: Picture[];
  variant: Pick<Variant, 'id' | 'size' | 'cloth'> | null;
};

/** Returns the newest artworks that a cart takes, also when sold out, with one entry for each variant. */
export async function listForSale(shop: Shop, most: number): Promise<ForSale[]> {
  const { id, slug, title, description, medium, category, price, stockCount, images, mainImageIndex } = artworks;
  const rows = await shop.database
    .select({
      artworkId: id,
      slug,
      title,
      description,
      medium,
      category,
      price,
      stockCount,
      images,
      mainImageIndex,
      pictures: PICTURES,
      variant: artworkVariants,
    })
    .from(artworks)
    .leftJoin(artworkVariants, and(eq(artworks.hasVariants, true), eq(artworkVariants.artworkId, artworks.id)))
    .where(and(isPublished, ne(medium, 'fabric'), isNotNull(price)))
    .orderBy(desc(artworks.createdAt), desc(artworks.id), asc(artworkVariants.position), asc(artworkVariants.id))
    .limit(most);
  return rows.map(({ images: urls, mainImageIndex: main, pictures, ...row }) => ({
    ...row,
    medium: shownMedium(row),
    price: row.variant?.price ?? paise(row.price!),
    stockCount: row.variant?.stockCount ?? row.stockCount,
    pictures: mainFirst(urls, main).map((url) =>
      shownPicture(shop, { picture: pictures?.[url] ?? null, title: row.title }),
    ),
  }));
}
