import { z } from 'zod';
import { GST_RATE_WRONG, GST_RATES, HSN, HSN_WRONG } from '#app/basics/gst-rates.ts';
import { line } from '#app/platform/text-schemas.ts';
import { dayInIndia, readMoment } from '#app/basics/india.ts';
import { formatRupees, paise } from '#app/basics/money.ts';
import { rupeesSchema } from '#app/basics/rupees-schema.ts';
import { ARTWORK_STATUSES } from './artwork-status.ts';
import { MEDIUM_NAMES, MEDIUMS } from './medium.ts';

export const FILL_IN_REQUIRED = 'Please fill in all required fields';
export const ADD_AN_IMAGE = 'Please add at least one image';

type TextField<Schema extends z.ZodType> = {
  label: string;
  schema: Schema;
  begins?: string;
  input?: { type?: 'date'; inputMode?: 'numeric' | 'decimal'; maxLength?: number; hint?: string };
  write?: (value: z.output<Schema>) => string;
  /** The law requires this field for skin care only. */
  isForSkinCare?: true;
  readCell?: (cell: string) => string;
  fact?: { name: string; of: (value: NonNullable<z.output<Schema>>) => string };
  columnHelp?: string;
};
const textField = <Schema extends z.ZodType>(field: TextField<Schema>) => ({ ...field, isText: true as const });

const ownField = <Schema extends z.ZodType>(field: { label: string; schema: Schema; columnHelp?: string }) => ({
  ...field,
  isText: false as const,
});

const number = (pattern: RegExp, wrong: string, most: number) =>
  z
    .union([z.number(), z.string()])
    .optional()
    .transform((value) => String(value ?? '').trim() || '0')
    .pipe(
      z
        .string()
        .regex(pattern, wrong)
        .transform(Number)
        .pipe(z.number().max(most, `At most ${most.toLocaleString('en-IN')}`)),
    );
export const WHOLE_COUNT = 'Enter a whole number, like 3';
const count = number(/^\d+$/, WHOLE_COUNT, 1_000_000);
/** Accepts '.5', '12.' and '10.00', as WooCommerce writes lengths. */
const length = number(/^(?:\d+(?:\.\d{0,2})?|\.\d{1,2})$/, 'Enter a number, like 18.5', 1_000_000);

/** Browsers send a line break as two characters, but imported tables contain one. */
const text = (maxLength: number) =>
  z
    .string()
    .transform((typed) => typed.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(maxLength, `At most ${maxLength} characters`))
    .default('');

const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable()).default(null as never);

export const priceWrong = (typed: string): string =>
  `“${typed.slice(0, 30)}” is not a price in rupees. Enter a price like 1499 or 99.50`;
const AMOUNT_WRONG = 'An amount in rupees, like 150 or 99.50';
const HIGHEST_PRICE = paise(100_000_000_000);
const ON_REQUEST = 'on request';
const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Every editable field of an artwork: in the form, columns, import, export and details page. */
export const ARTWORK_FIELDS = {
  title: textField({ label: 'Title', schema: line(FILL_IN_REQUIRED) }),
  description: textField({ label: 'Description', schema: text(5000) }),
  price: textField({
    label: 'Price',
    schema: z.preprocess(
      (typed) => (typeof typed === 'string' && typed.trim().toLowerCase() === ON_REQUEST ? null : typed),
      rupeesSchema(FILL_IN_REQUIRED)
        .refine((amount) => amount > 0, FILL_IN_REQUIRED)
        .refine((amount) => amount <= HIGHEST_PRICE, 'At most ₹1,00,00,00,000')
        .nullable(),
    ),
    write: (amount) => (amount === null ? ON_REQUEST : String(amount / 100)),
    columnHelp: `price (rupees, or “${ON_REQUEST}”)`,
  }),
  medium: textField({
    label: 'Medium',
    schema: z.enum(MEDIUMS, { error: FILL_IN_REQUIRED }).default('fabric'),
    begins: 'fabric',
    fact: { name: 'Medium', of: (medium) => MEDIUM_NAMES[medium] },
  }),
  category: textField({
    label: 'Category',
    schema: line(FILL_IN_REQUIRED, 100),
    fact: { name: 'Category', of: (category) => category },
  }),
  style: textField({
    label: 'Style',
    schema: text(100),
    input: { maxLength: 100 },
    fact: { name: 'Style', of: (style) => style },
  }),
  dimensions: ownField({
    label: 'Size',
    schema: z
      .strictObject({ width: length, height: length, unit: z.enum(['cm', 'inches']).default('cm') })
      .default({ width: 0, height: 0, unit: 'cm' }),
    columnHelp: 'dimensions or width, height, unit',
  }),
  images: ownField({
    label: 'Photos',
    schema: z
      .array(z.string().regex(/^\/media\/[\w-]+\.webp$/), { error: ADD_AN_IMAGE })
      .min(1, ADD_AN_IMAGE)
      .max(20, 'At most 20'),
  }),
  mainImageIndex: ownField({ label: 'Main photo', schema: z.coerce.number().int().min(0).default(0) }),
  stockCount: textField({ label: 'Stock', schema: count, begins: '1' }),
  featured: ownField({ label: 'Featured', schema: z.boolean().default(false) }),
  status: textField({
    label: 'Status',
    schema: z
      .string()
      .transform((typed) => typed.trim().toLowerCase() || 'published')
      .pipe(z.enum(ARTWORK_STATUSES, { error: `One of ${ARTWORK_STATUSES.join(', ')}` }))
      .default('published'),
    begins: 'published',
  }),
  tags: ownField({
    label: 'Tags',
    schema: z
      .array(z.string().trim().max(50, 'At most 50 characters each'))
      .max(50, 'At most 50')
      .default([])
      .transform((tags) => [...new Set(tags.filter(Boolean))]),
  }),
  dateCreated: textField({
    label: 'Date created',
    schema: orNone(z.iso.date('Enter a day, like 05/11/2026')),
    input: { type: 'date' },
    readCell: dayOf,
    fact: { name: 'Made', of: (day) => MONTH.format(new Date(`${day}T00:00:00Z`)) },
  }),
  /** In percent; null means the usual rate of the medium. */
  gstRate: textField({
    label: 'GST rate (%)',
    schema: orNone(z.coerce.number().refine((rate) => (GST_RATES as readonly number[]).includes(rate), GST_RATE_WRONG)),
    input: { inputMode: 'decimal', maxLength: 5, hint: 'Leave empty for the usual rate' },
  }),
  hsn: textField({
    label: 'HSN code',
    schema: text(8).refine((hsn) => hsn === '' || HSN.test(hsn), HSN_WRONG),
    input: { inputMode: 'numeric', maxLength: 8, hint: 'Leave empty for the usual code' },
  }),
  countryOfOrigin: textField({
    label: 'Country of origin',
    schema: text(100),
    begins: 'India',
    input: { maxLength: 100, hint: 'Required by law' },
    fact: { name: 'Country of origin', of: (country) => country },
  }),
  metaTitle: textField({
    label: 'Headline in search results',
    schema: text(200),
    input: { maxLength: 200, hint: 'Leave empty for the piece’s title' },
  }),
  metaDescription: textField({
    label: 'Text in search results',
    schema: text(320),
    input: { maxLength: 320, hint: 'Two sentences. Leave empty for the piece’s description' },
  }),
  maker: textField({
    label: 'Maker and address',
    schema: text(300),
    isForSkinCare: true,
    input: { maxLength: 300 },
    fact: { name: 'Made by', of: (maker) => maker },
  }),
  netQuantity: textField({
    label: 'Net quantity',
    schema: text(50),
    isForSkinCare: true,
    input: { maxLength: 50, hint: 'Like 100 g' },
    fact: { name: 'Net quantity', of: (quantity) => quantity },
  }),
  mrp: textField({
    label: 'MRP',
    schema: orNone(
      rupeesSchema(AMOUNT_WRONG)
        .refine((amount) => amount > 0, AMOUNT_WRONG)
        .refine((amount) => amount <= HIGHEST_PRICE, 'At most ₹1,00,00,00,000'),
    ),
    isForSkinCare: true,
    input: { inputMode: 'decimal', maxLength: 20, hint: 'In rupees, including all taxes. The price can’t be higher' },
    write: (amount) => (amount === null ? '' : String(amount / 100)),
    fact: { name: 'MRP, including all taxes', of: (amount) => formatRupees(amount) },
    columnHelp: 'mrp (rupees)',
  }),
  bestBefore: textField({
    label: 'Best before',
    schema: text(50),
    isForSkinCare: true,
    input: { maxLength: 50, hint: 'For example, 24 months from manufacture' },
    fact: { name: 'Best before', of: (day) => day },
  }),
  licenceNumber: textField({
    label: 'Licence number',
    schema: text(50),
    isForSkinCare: true,
    input: { maxLength: 50, hint: 'As on the label' },
    fact: { name: 'Licence number', of: (licence) => licence },
  }),
};

type Fields = typeof ARTWORK_FIELDS;
export type ArtworkField = keyof Fields;
export type ArtworkTextField = {
  [Name in ArtworkField]: Fields[Name]['isText'] extends true ? Name : never;
}[ArtworkField];
type Schemas = { [Name in ArtworkField]: Fields[Name]['schema'] };
export type ArtworkValues = { [Name in ArtworkField]: z.output<Schemas[Name]> };

export const textFieldOf = (name: ArtworkTextField) => ARTWORK_FIELDS[name] as TextField<z.ZodType>;

export const ARTWORK_FIELD_NAMES = Object.keys(ARTWORK_FIELDS) as ArtworkField[];
export const ARTWORK_TEXT_FIELDS = ARTWORK_FIELD_NAMES.filter(
  (name): name is ArtworkTextField => ARTWORK_FIELDS[name].isText,
);
export const ARTWORK_PLAIN_FIELDS = ARTWORK_TEXT_FIELDS.filter(
  (name) => textFieldOf(name).input !== undefined && !textFieldOf(name).isForSkinCare,
);
export const SKIN_CARE_FIELDS = ARTWORK_TEXT_FIELDS.filter((name) => textFieldOf(name).isForSkinCare);

export const mapTextFields = <Value>(valueOf: (name: ArtworkTextField) => Value) =>
  Object.fromEntries(ARTWORK_TEXT_FIELDS.map((name) => [name, valueOf(name)])) as Record<ArtworkTextField, Value>;

export const writeField = <Name extends ArtworkTextField>(name: Name, value: ArtworkValues[Name]): string =>
  textFieldOf(name).write?.(value) ?? String(value ?? '');

export const ARTWORK_SCHEMAS = Object.fromEntries(
  ARTWORK_FIELD_NAMES.map((name) => [name, ARTWORK_FIELDS[name].schema]),
) as Schemas;

/** Returns the rows of the details table. Omits a category that only repeats the medium. */
export const factsOf = (artwork: Pick<ArtworkValues, ArtworkTextField>): { name: string; text: string }[] =>
  ARTWORK_TEXT_FIELDS.flatMap((name) => {
    const { fact } = textFieldOf(name);
    if (!fact || !artwork[name]) return [];
    const text = fact.of(artwork[name]);
    const isRepeated = name === 'category' && text.toLowerCase() === MEDIUM_NAMES[artwork.medium].toLowerCase();
    return isRepeated ? [] : [{ name: fact.name, text }];
  });

export const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const IMPORT_COLUMNS = ARTWORK_FIELD_NAMES.map(
  (name) => (ARTWORK_FIELDS[name] as { columnHelp?: string }).columnHelp ?? columnOf(name),
).join(', ');

/** Returns the day in India. Leaves invalid text for the schema to refuse. */
function dayOf(text: string): string {
  const moment = readMoment(text);
  return moment ? dayInIndia(moment) : text;
}
