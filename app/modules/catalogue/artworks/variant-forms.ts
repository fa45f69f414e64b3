import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ARTWORK_SCHEMAS } from './artwork-fields.ts';
import { MAX_VARIANTS, type Variant, variantName } from './variant.ts';

const name = z.string().trim().max(60, 'At most 60 characters').default('');

export const variantSchema = z
  .strictObject({
    id: z.union([z.literal('').transform(() => undefined), uuidSchema]).optional(),
    size: name,
    cloth: name,
    price: ARTWORK_SCHEMAS.price.refine((price) => price !== null, 'Enter a price').transform((price) => price!),
    stockCount: ARTWORK_SCHEMAS.stockCount,
    width: ARTWORK_SCHEMAS.dimensions.unwrap().shape.width,
    height: ARTWORK_SCHEMAS.dimensions.unwrap().shape.height,
  })
  .refine(({ size, cloth }) => size !== '' || cloth !== '', { path: ['size'], message: 'Enter a size or a fabric' });

/** `stockSeen` is the count that the form showed. */
export const VARIANT_FIELDS = [
  ...(Object.keys(variantSchema.shape) as (keyof typeof variantSchema.shape)[]),
  'stockSeen',
] as const;
export type TypedVariant = Record<(typeof VARIANT_FIELDS)[number], string>;

export const variantField = (at: number, field: keyof TypedVariant): string => `variants.${at}.${field}`;

export function typedVariants(fields: Readonly<Record<string, string>>): TypedVariant[] {
  const rows = new Map<number, TypedVariant>();
  for (const [field, value] of Object.entries(fields)) {
    const [, at, name] = /^variants\.(\d{1,3})\.(\w+)$/.exec(field) ?? [];
    if (at === undefined || !VARIANT_FIELDS.includes(name as keyof TypedVariant)) continue;
    const row = rows.get(Number(at)) ?? (Object.fromEntries(VARIANT_FIELDS.map((each) => [each, ''])) as TypedVariant);
    rows.set(Number(at), { ...row, [name!]: value });
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}

/** In a stale form, updates the counts that the owner did not change. */
export function keepCounts(
  fields: Readonly<Record<string, string>>,
  now: readonly Pick<Variant, 'id' | 'stockCount'>[],
): Record<string, string> {
  const shown = { ...fields };
  for (const [field, id] of Object.entries(fields)) {
    const [, at] = /^variants\.(\d{1,3})\.id$/.exec(field) ?? [];
    const there = now.find((variant) => variant.id === id);
    if (at === undefined || !there) continue;
    const [count, seen] = [variantField(Number(at), 'stockCount'), variantField(Number(at), 'stockSeen')];
    if (fields[count]?.trim() === fields[seen]) shown[count] = String(there.stockCount);
    shown[seen] = String(there.stockCount);
  }
  return shown;
}

export function repeatedNames(variants: readonly (Pick<Variant, 'size' | 'cloth'> | undefined)[]): number[] {
  const names = variants.map((variant) => variant && variantName(variant).toLowerCase());
  return [...names.keys()].filter((at) => names[at] !== undefined && names.indexOf(names[at]) < at);
}

const isEmpty = ({ size, cloth, price }: Pick<TypedVariant, 'size' | 'cloth' | 'price'>): boolean =>
  [size, cloth, price].every((value) => value.trim() === '');

export const filledRows = (fields: Readonly<Record<string, string>>): number[] => {
  const typed = typedVariants(fields);
  return [...typed.keys()].filter((at) => !isEmpty(typed[at]!));
};

export const variantsSchema = z
  .preprocess(
    (fields) => {
      const { version, unit } = fields as Record<string, string>;
      const typed = typedVariants(fields as Record<string, string>);
      return {
        version,
        unit,
        variants: typed.map(({ stockSeen: _stockSeen, ...line }) => (isEmpty(line) ? undefined : line)),
      };
    },
    z.strictObject({
      version: z.coerce.number().int().positive(),
      unit: z.enum(['cm', 'inches']).default('cm'),
      variants: z.array(variantSchema.optional()).max(MAX_VARIANTS, `At most ${MAX_VARIANTS} variants`),
    }),
  )
  .superRefine(({ variants }, context) => {
    for (const at of repeatedNames(variants))
      context.addIssue({
        code: 'custom',
        path: ['variants', at, 'size'],
        message: 'Enter a different name for each variant',
      });
  })
  .transform(({ version, unit, variants }) => ({
    version,
    variants: variants
      .filter((variant) => variant !== undefined)
      .map(({ width, height, ...variant }) => ({ ...variant, dimensions: { width, height, unit } })),
  }));

export type VariantInput = z.output<typeof variantsSchema>['variants'][number];
