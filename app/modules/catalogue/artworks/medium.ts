/** Skin care is stored as handcraft and identified by its category. */
export const MEDIUMS = ['fabric', 'oil', 'handcraft', 'skin-care'] as const;
export type Medium = (typeof MEDIUMS)[number];
export type StoredMedium = Exclude<Medium, 'skin-care'>;

export const SKIN_CARE_CATEGORY = 'Skin Care';

export const MEDIUM_LABELS: Record<Medium, string> = {
  fabric: 'Fabric',
  oil: 'Oil',
  handcraft: 'Handcraft',
  'skin-care': 'Skin care',
};

export const MEDIUM_NAMES: Record<Medium, string> = {
  fabric: 'Fabric Painting',
  oil: 'Oil Painting',
  handcraft: 'Handcraft',
  'skin-care': 'Skin care',
};

/** Fabric is painted to order and never sold from stock. */
export const isMadeToOrder = (artwork: { medium: Medium }): boolean => artwork.medium === 'fabric';

export const shownMedium = (stored: { medium: StoredMedium; category: string }): Medium =>
  stored.medium === 'handcraft' && stored.category.toLowerCase() === SKIN_CARE_CATEGORY.toLowerCase()
    ? 'skin-care'
    : stored.medium;

export const storedAs = (shown: { medium: Medium; category: string }): { medium: StoredMedium; category: string } =>
  shown.medium === 'skin-care'
    ? { medium: 'handcraft', category: SKIN_CARE_CATEGORY }
    : { medium: shown.medium, category: shown.category };
