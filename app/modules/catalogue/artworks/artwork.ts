import { formatRupees, type Paise, rupees } from '#app/basics/money.ts';
import { isUuid } from '#app/basics/uuid.ts';
import type { Picture } from '#app/modules/catalogue/media/picture.ts';
import type { ArtworkValues } from './artwork-fields.ts';
import type { PersonalizationField } from './personalization.ts';
import { isMadeToOrder, type Medium } from './medium.ts';
import { titleOfVariant, type Variant } from './variant.ts';

/** What stands in the place of a price that the shop names on request. */
export const PRICE_ON_REQUEST = 'Price on request';
export const formatPrice = (price: Paise | null): string => (price === null ? PRICE_ON_REQUEST : formatRupees(price));

/** Its fields, each described in `artwork-fields.ts`, and what the shop knows of it besides. */
export type Artwork = Omit<ArtworkValues, 'images'> & {
  id: string;
  /** What its address reads, made of its title. */
  slug: string;
  /** Never empty; the one at mainImageIndex is shown first. */
  pictures: Picture[];
  inStock: boolean;
  /** Then `price` is the lowest of its variants' prices and `stockCount` their sum. */
  hasVariants: boolean;
  /** In the owner's order. */
  variants: Variant[];
  /** What it asks of its buyer, in the owner's order. */
  personalizationFields: PersonalizationField[];
  /** Rises with every change, a sale included; a save that names an older one is refused. */
  version: number;
  createdAt: Date;
  /** Set when the artworks couldn't be read and this is the last that was: the screen says so and pauses buying. */
  stale?: true;
};

/** What a card, a cart line or a search result shows of an artwork. */
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

/** What can be put into a cart, while it is in stock: what isn't painted to order and has a price. */
export const isForCart = <One extends { medium: Medium; price: Paise | null }>(
  artwork: One,
): artwork is One & { price: Paise } => !isMadeToOrder(artwork) && artwork.price !== null;

/** Whether its page must ask something before it can go into a cart: which variant, or what must be put on it. */
export const mustChooseOptions = (artwork: Pick<ArtworkSummary, 'hasVariants' | 'personalizationFields'>): boolean =>
  artwork.hasVariants || artwork.personalizationFields.some(({ required }) => required);

/** At most 5 at a time, and never more than there are; the cart takes what stock allows. */
export const MAX_OF_ONE_ARTWORK = 5;
export const maxQuantityOf = (artwork: { stockCount: number }): number =>
  Math.min(artwork.stockCount, MAX_OF_ONE_ARTWORK);

/** A card's share of an artwork: everything it shows, with the main picture. */
export function summaryOf(artwork: Artwork): ArtworkSummary {
  const { id, slug, title, price, medium, category, style, dimensions, stockCount, featured, status, gstRate, hsn } =
    artwork;
  const { hasVariants, personalizationFields } = artwork;
  const picture = artwork.pictures[artwork.mainImageIndex] ?? artwork.pictures[0]!;
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

/** A variant in the place of its piece: with its name in the title and its own price, stock count and size. */
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

/** The fixed id of sample piece 1 to 14. */
export const sampleId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const SAMPLE_IDS = Array.from({ length: 14 }, (_, index) => sampleId(index + 1));
const SAMPLE_NUMBER = /^(?:[1-9]|1[0-4])$/;

/** The row an address means: '1' to '14' are the sample pieces; undefined when it can't be an artwork's id. */
export function rowIdOf(id: string): string | undefined {
  if (SAMPLE_NUMBER.test(id)) return sampleId(Number(id));
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/** On the home page. */
export const MAX_FEATURED = 6;

/** The slider's upper end, in rupees; there it means "no upper limit". */
export const PRICE_UPPER_END = rupees(50_000);
/** Shown at first, and added by each "Show more". */
export const STEP = 12;
