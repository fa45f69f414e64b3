import type { Paise } from '#app/basics/money.ts';
import type { Picture } from '#app/modules/media/picture.ts';

/** The mediums a shopper knows; skin care is stored as handcraft and told apart by its category (S1 §3). */
export const MEDIUMS = ['fabric', 'oil', 'handcraft', 'skin-care'] as const;
export type Medium = (typeof MEDIUMS)[number];

export type Dimensions = { width: number; height: number; unit: 'cm' | 'inches' };

export type Artwork = {
  id: string;
  title: string;
  description: string;
  price: Paise;
  medium: Medium;
  category: string;
  style: string;
  dimensions: Dimensions;
  /** Never empty; the one at mainImageIndex is shown first. */
  pictures: Picture[];
  mainImageIndex: number;
  stockCount: number;
  inStock: boolean;
  featured: boolean;
  tags: string[];
  dateCreated: string | null;
};

/** What a card, a cart line or a search result shows of an artwork. */
export type ArtworkSummary = Pick<
  Artwork,
  'id' | 'title' | 'price' | 'medium' | 'category' | 'style' | 'dimensions' | 'stockCount' | 'featured'
> & { picture: Picture };

export const SKIN_CARE_CATEGORY = 'Skin Care';

/** The badge on a card and the chip of the gallery. */
export const MEDIUM_LABELS: Record<Medium, string> = {
  fabric: 'Fabric',
  oil: 'Oil',
  handcraft: 'Handcraft',
  'skin-care': 'Skin care',
};

/** Fabric is never sold from stock: it is painted to order (S1 §1). */
export const isMadeToOrder = (artwork: { medium: Medium }): boolean => artwork.medium === 'fabric';

/** At most 5 of one piece, and never more than there are (S1 §9). */
export const MOST_OF_ONE_PIECE = 5;
export const mostOf = (artwork: { stockCount: number }): number => Math.min(artwork.stockCount, MOST_OF_ONE_PIECE);

export const shownMedium = (stored: { medium: 'fabric' | 'oil' | 'handcraft'; category: string }): Medium =>
  stored.medium === 'handcraft' && stored.category.toLowerCase() === SKIN_CARE_CATEGORY.toLowerCase()
    ? 'skin-care'
    : stored.medium;
export const storedMedium = (medium: Medium) => (medium === 'skin-care' ? 'handcraft' : medium);
