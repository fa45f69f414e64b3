import type { Paise } from '#app/basics/money.ts';
import type { ArtworkSummary, Dimensions } from './artwork.ts';

/** A size or cloth that a piece comes in; at least one of the two is named. */
export type Variant = {
  id: string;
  size: string;
  cloth: string;
  price: Paise;
  stockCount: number;
  dimensions: Dimensions;
};

export const MAX_VARIANTS = 20;

/** '60 × 40 cm, Cotton' */
export const variantName = ({ size, cloth }: Pick<Variant, 'size' | 'cloth'>): string =>
  [size, cloth].filter(Boolean).join(', ');

/** The title by which a variant is bought. */
export const titleOfVariant = (title: string, variant: Pick<Variant, 'size' | 'cloth'>): string =>
  `${title} (${variantName(variant)})`;

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
