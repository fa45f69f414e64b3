import { formatRupees, type Paise, rupees } from '#app/basics/money.ts';
import { isUuid } from '#app/basics/uuid.ts';
import type { Picture } from '#app/modules/media/picture.ts';
import type { ArtworkValues } from './artwork-fields.ts';
import type { PersonalizationField } from './personalization.ts';
import type { Variant } from './variant.ts';

/** The mediums a shopper knows; skin care is stored as handcraft and told apart by its category. */
export const MEDIUMS = ['fabric', 'oil', 'handcraft', 'skin-care'] as const;
export type Medium = (typeof MEDIUMS)[number];
/** The mediums a row may have. */
export type StoredMedium = Exclude<Medium, 'skin-care'>;

/** A draft is there for admins alone; what is archived is no longer made, and can be looked at by its address. */
export const ARTWORK_STATUSES = ['published', 'draft', 'archived'] as const;
export type ArtworkStatus = (typeof ARTWORK_STATUSES)[number];
export const ARTWORK_STATUS_LABELS: Record<ArtworkStatus, string> = {
  published: 'Published',
  draft: 'Draft',
  archived: 'Archived',
};
/** What stands in the place of price and stock of what is archived. */
export const NO_LONGER_MADE = 'No longer made';

/** What stands in the place of a price that the shop names on request. */
export const PRICE_ON_REQUEST = 'Price on request';
export const formatPrice = (price: Paise | null): string => (price === null ? PRICE_ON_REQUEST : formatRupees(price));

export type Dimensions = { width: number; height: number; unit: 'cm' | 'inches' };

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

export const SKIN_CARE_CATEGORY = 'Skin Care';

/** The badge on a card and the chip of the gallery. */
export const MEDIUM_LABELS: Record<Medium, string> = {
  fabric: 'Fabric',
  oil: 'Oil',
  handcraft: 'Handcraft',
  'skin-care': 'Skin care',
};

/** On the artwork's page. */
export const MEDIUM_NAMES: Record<Medium, string> = {
  fabric: 'Fabric painting',
  oil: 'Oil painting',
  handcraft: 'Handcraft',
  'skin-care': 'Skin care',
};

/** Fabric is never sold from stock: it is painted to order. */
export const isMadeToOrder = (artwork: { medium: Medium }): boolean => artwork.medium === 'fabric';

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

/** The medium as it is shown: handcraft in the category 'Skin Care', in any case, is skin care. */
export const shownMedium = (stored: { medium: StoredMedium; category: string }): Medium =>
  stored.medium === 'handcraft' && stored.category.toLowerCase() === SKIN_CARE_CATEGORY.toLowerCase()
    ? 'skin-care'
    : stored.medium;

/** The medium and category as they are stored: skin care is handcraft in the category that tells it apart. */
export const storedAs = (shown: { medium: Medium; category: string }): { medium: StoredMedium; category: string } =>
  shown.medium === 'skin-care'
    ? { medium: 'handcraft', category: SKIN_CARE_CATEGORY }
    : { medium: shown.medium, category: shown.category };

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
