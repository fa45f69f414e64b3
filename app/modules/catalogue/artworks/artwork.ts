import { formatRupees, type Paise, rupees } from '#app/basics/money.ts';
import { isUuid } from '#app/basics/uuid.ts';
import type { Picture } from '#app/modules/catalogue/media/picture.ts';
import type { ArtworkValues } from './artwork-fields.ts';
import type { PersonalizationField } from './personalization.ts';
import { isMadeToOrder, type Medium } from './medium.ts';
import { titleOfVariant, type Variant } from './variant.ts';

export const ARTWORK_NOT_FOUND = 'Artwork not found';
export const PRICE_ON_REQUEST = 'Price on request';
export const formatPrice = (price: Paise | null): string => (price === null ? PRICE_ON_REQUEST : formatRupees(price));

export type Artwork = Omit<ArtworkValues, 'images'> & {
  id: string;
  slug: string;
  /** There is at least one picture. The picture at `mainImageIndex` is shown first. */
  pictures: Picture[];
  inStock: boolean;
  /** If true, `price` is the lowest price of the variants and `stockCount` the sum of their stock. */
  hasVariants: boolean;
  variants: Variant[];
  personalizationFields: PersonalizationField[];
  /** Increases with every change, including sales. The shop refuses to save an older version. */
  version: number;
  createdAt: Date;
  /** The database failed, so this artwork is from the cache. Buying is paused. */
  stale?: true;
};

export type ArtworkSummary = Pick<
  Artwork,
  | 'id'
  | 'slug'
  | 'title'
  | 'price'
  | 'medium'
  | 'category'
  | 'style'
  | 'dimensions'
  | 'stockCount'
  | 'featured'
  | 'status'
  | 'gstRate'
  | 'hsn'
  | 'hasVariants'
  | 'personalizationFields'
  | 'stale'
> & { picture: Picture };

export const isForCart = <One extends { medium: Medium; price: Paise | null }>(
  artwork: One,
): artwork is One & { price: Paise } => !isMadeToOrder(artwork) && artwork.price !== null;

export const mustChooseOptions = (artwork: Pick<ArtworkSummary, 'hasVariants' | 'personalizationFields'>): boolean =>
  artwork.hasVariants || artwork.personalizationFields.some(({ required }) => required);

/** The page can add at most this many pieces at a time. The cart's limit is the stock. */
export const MAX_OF_ONE_ARTWORK = 5;
export const maxQuantityOf = (artwork: { stockCount: number }): number =>
  Math.min(artwork.stockCount, MAX_OF_ONE_ARTWORK);

/** Returns an artwork's pictures with the main one first. */
export function mainFirst<Picture>(pictures: readonly Picture[], mainImageIndex: number): Picture[] {
  const main = pictures[mainImageIndex] ?? pictures[0]!;
  return [main, ...pictures.filter((picture) => picture !== main)];
}

export function summaryOf(artwork: Artwork): ArtworkSummary {
  const { id, slug, title, price, medium, category, style, dimensions, stockCount, featured, status, gstRate, hsn } =
    artwork;
  const { hasVariants, personalizationFields } = artwork;
  const [picture] = mainFirst(artwork.pictures, artwork.mainImageIndex) as [Picture];
  const said = {
    id,
    slug,
    title,
    price,
    medium,
    category,
    style,
    dimensions,
    stockCount,
    featured,
    status,
    gstRate,
    hsn,
    hasVariants,
    personalizationFields,
  };
  const summary = { ...said, picture };
  return artwork.stale ? { ...summary, stale: true } : summary;
}

export function variantOf(
  summary: ArtworkSummary,
  variant: Pick<Variant, 'size' | 'cloth' | 'price' | 'stockCount' | 'dimensions'>,
): ArtworkSummary {
  const { price, stockCount, dimensions } = variant;
  const isMeasured = dimensions.width > 0 || dimensions.height > 0;
  return {
    ...summary,
    title: titleOfVariant(summary.title, variant),
    price,
    stockCount: summary.status === 'published' ? stockCount : 0,
    dimensions: isMeasured ? dimensions : summary.dimensions,
    hasVariants: false,
  };
}

export const sampleId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const SAMPLE_IDS = Array.from({ length: 14 }, (_, index) => sampleId(index + 1));
const SAMPLE_NUMBER = /^(?:[1-9]|1[0-4])$/;

/** Returns the row id for an address. '1' to '14' mean sample pieces. */
export function rowIdOf(id: string): string | undefined {
  if (SAMPLE_NUMBER.test(id)) return sampleId(Number(id));
  return isUuid(id) ? id.toLowerCase() : undefined;
}

export const MAX_FEATURED = 6;

export const PRICE_UPPER_END = rupees(50_000);
export const STEP = 12;
