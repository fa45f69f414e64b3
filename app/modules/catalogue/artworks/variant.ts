import type { Paise } from '#app/basics/money.ts';
import type { Dimensions } from './dimensions.ts';

/** A version of an artwork with its own size, fabric or both. */
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
