import type { Paise } from '#app/basics/money.ts';
import type { Dimensions } from './dimensions.ts';

/** A size or fabric of an artwork. At least one of the two is named. */
export type Variant = {
  id: string;
  size: string;
  cloth: string;
  price: Paise;
  stockCount: number;
  dimensions: Dimensions;
};

export const MAX_VARIANTS = 20;

export const variantName = ({ size, cloth }: Pick<Variant, 'size' | 'cloth'>): string =>
  [size, cloth].filter(Boolean).join(', ');

export const titleOfVariant = (title: string, variant: Pick<Variant, 'size' | 'cloth'>): string =>
  `${title} (${variantName(variant)})`;
