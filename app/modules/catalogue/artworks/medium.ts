/** The mediums a shopper knows; skin care is stored as handcraft and told apart by its category. */
export const MEDIUMS = ['fabric', 'oil', 'handcraft', 'skin-care'] as const;
export type Medium = (typeof MEDIUMS)[number];
/** The mediums a row may have. */
export type StoredMedium = Exclude<Medium, 'skin-care'>;

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
