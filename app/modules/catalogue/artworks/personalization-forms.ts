import { z } from 'zod';
import { toOneLine } from '#app/basics/one-line.ts';
import { line } from '#app/platform/text-schemas.ts';
import { MAX_ANSWER, MAX_PERSONALIZATION_FIELDS, type PersonalizationField } from './personalization.ts';

export const answersSchema = z.record(z.string().regex(/^[\w-]{1,40}$/), z.string().max(2000));

export const FIELD_KINDS = { text: 'Text', cm: 'Measurement in cm', inches: 'Measurement in inches' } as const;

const LENGTH_WRONG = `Enter a whole number from 1 to ${MAX_ANSWER}`;

const fieldSchema = z.strictObject({
  id: z.string().max(40).default(''),
  label: line('Enter a question', 60),
  kind: z.enum(Object.keys(FIELD_KINDS) as [keyof typeof FIELD_KINDS, ...(keyof typeof FIELD_KINDS)[]]).default('text'),
  maxLength: z
    .string()
    .default('')
    .transform((typed) => typed.trim() || '40')
    .pipe(
      z
        .string()
        .regex(/^\d{1,3}$/, LENGTH_WRONG)
        .transform(Number)
        .pipe(z.number().min(1, LENGTH_WRONG).max(MAX_ANSWER, LENGTH_WRONG)),
    ),
  hint: z.string().default('').transform(toOneLine).pipe(z.string().max(120, 'At most 120 characters')),
  required: z
    .union([z.literal('yes'), z.literal('')])
    .default('')
    .transform((ticked) => ticked === 'yes'),
});

const TYPED_FIELD_NAMES = Object.keys(fieldSchema.shape) as (keyof typeof fieldSchema.shape)[];
export type TypedField = Record<(typeof TYPED_FIELD_NAMES)[number], string>;

export const fieldInput = (at: number, name: keyof TypedField): string => `fields.${at}.${name}`;

export const EMPTY_FIELD: TypedField = { id: '', label: '', kind: 'text', maxLength: '', hint: '', required: '' };

export function typedFieldsIn(form: Readonly<Record<string, string>>): TypedField[] {
  const rows = new Map<number, TypedField>();
  for (const [input, value] of Object.entries(form)) {
    const [, at, name] = /^fields\.(\d{1,3})\.(\w+)$/.exec(input) ?? [];
    if (at === undefined || !TYPED_FIELD_NAMES.includes(name as keyof TypedField)) continue;
    rows.set(Number(at), { ...(rows.get(Number(at)) ?? EMPTY_FIELD), [name!]: value });
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}

export const personalizationSchema = z
  .preprocess(
    (form) => {
      const fields = typedFieldsIn(form as Record<string, string>);
      const isEmpty = ({ label, hint }: TypedField) => label.trim() === '' && hint.trim() === '';
      return {
        version: (form as Record<string, string>)['version'],
        fields: fields.map((field) => (isEmpty(field) ? undefined : field)),
      };
    },
    z.strictObject({
      version: z.coerce.number().int().positive(),
      fields: z.array(fieldSchema.optional()),
    }),
  )
  .superRefine(({ fields }, context) => {
    const seen = new Set<string>();
    for (const [at, field] of fields.entries()) {
      if (!field) continue;
      const path = ['fields', at, 'label'];
      const label = field.label.toLowerCase();
      if (seen.has(label))
        context.addIssue({ code: 'custom', path, message: 'Enter a different label for each field' });
      seen.add(label);
      if (seen.size === MAX_PERSONALIZATION_FIELDS + 1)
        context.addIssue({ code: 'custom', path, message: `At most ${MAX_PERSONALIZATION_FIELDS} fields` });
    }
  })
  .transform(({ version, fields }) => ({
    version,
    fields: fields
      .filter((field) => field !== undefined)
      .map(({ kind, maxLength, ...field }): PersonalizationField =>
        kind === 'text' ? { ...field, kind, maxLength } : { ...field, kind: 'measurement', unit: kind },
      ),
  }));
