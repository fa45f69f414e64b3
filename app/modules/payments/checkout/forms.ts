import { PAYMENT_METHODS, isReferenceMethod } from '#app/basics/payment-methods.ts';
import { z } from 'zod';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';
import { unknownField } from '#app/platform/forms.ts';
import { line } from '#app/platform/text-schemas.ts';
import { paise } from '#app/basics/money.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { PAYMENT_MESSAGES } from '#app/modules/payments/payments/messages.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import { firmErrors, firmFields } from './firm.ts';
import { GIFT_FOR_CASH, giftFields } from './gift.ts';

const MAX_SEEN_LINES = 200;

const wholeNumber = (message: string, least: number, most: number) =>
  z
    .string({ error: message })
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message));

const amount = (name: string) =>
  wholeNumber(`${name} must be an amount in paise`, 0, Number.MAX_SAFE_INTEGER).transform(paise);

const seenLineSchema = z.strictObject({
  artworkId: z.uuid('artworkId must be the id of an artwork'),
  variantId: z
    .union([z.literal(''), z.uuid()], { error: 'variantId must be the id of a variant' })
    .transform((id) => id || undefined)
    .optional(),
  quantity: wholeNumber('quantity must be a whole number from 1 to 1000', 1, 1000),
  price: amount('price'),
  /** Digest of the item's answers; empty without answers. */
  seenAnswers: z
    .union([z.literal(''), z.string().regex(/^[\w-]{22}$/)], { error: 'seenAnswers must belong to the line' })
    .optional(),
});

/** The server compares these values with its own values, but never uses them. */
export const checkoutSchema = z.strictObject({
  key: z.uuid('key must be the key of an open checkout'),
  seenLines: z.array(seenLineSchema).min(1, 'Your cart is empty').max(MAX_SEEN_LINES, 'quantity: too many lines'),
  seenTotal: amount('seenTotal'),
  couponCode: z.preprocess(
    (code) => (code === '' ? undefined : code),
    line('couponCode must be a coupon code', 40).optional(),
  ),
  shippingAddress: shippingAddressSchema,
  paymentMethod: z.enum(PAYMENT_METHODS, { error: PAYMENT_MESSAGES['invalid-method'] }),
  paymentReferenceId: z
    .string({ error: PAYMENT_MESSAGES['reference-too-short'] })
    .max(200, PAYMENT_MESSAGES['reference-too-short']),
  /** The customer pays in the payment window after placing the order. */
  online: z.literal('yes').optional(),
  ...firmFields,
  ...giftFields,
  saveAddress: z.literal('yes').optional(),
});
export type Checkout = z.infer<typeof checkoutSchema>;

const ADDRESS_FIELDS = Object.keys(shippingAddressSchema.shape);
const LINE_FIELDS = Object.keys(seenLineSchema.shape);
const HIDDEN_GIFT_FIELDS: readonly string[] = ['giftNote', 'recipientName'];
const PLAIN_FIELDS = Object.keys(checkoutSchema.omit({ seenLines: true, shippingAddress: true }).shape);
export const CHECKOUT_FIELDS: readonly string[] = [...ADDRESS_FIELDS, ...LINE_FIELDS, ...PLAIN_FIELDS];

/** Returns the first error of each field. Unknown fields are errors too (T13). */
export function readCheckoutForm(
  form: FormData,
): { ok: true; value: Checkout } | { ok: false; errors: Record<string, string> } {
  const knownFields = new Set(CHECKOUT_FIELDS);
  const strange = [...form.keys()].filter((name) => !knownFields.has(name));
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (form.has(name) ? [[name, readOnce(form, name)]] : [])));
  const columns = LINE_FIELDS.map((name) => form.getAll(name));
  const longest = Math.max(...columns.map((column) => column.length));
  const parsed = checkoutSchema.safeParse({
    ...pick(form.has('gift') ? PLAIN_FIELDS : PLAIN_FIELDS.filter((name) => !HIDDEN_GIFT_FIELDS.includes(name))),
    seenLines: Array.from({ length: longest }, (_, at) =>
      Object.fromEntries(LINE_FIELDS.map((name, column) => [name, columns[column]![at]])),
    ),
    shippingAddress: pick(ADDRESS_FIELDS),
  });
  const errors: Record<string, string> = {};
  for (const name of strange) errors[name] = unknownField(name);
  if (!parsed.success)
    for (const issue of parsed.error.issues) errors[String(issue.path.at(-1) ?? 'key')] ??= issue.message;
  // Checks these fields with the others, so that all errors are shown together.
  const [method, reference] = [readOnce(form, 'paymentMethod'), readOnce(form, 'paymentReferenceId')];
  const asksReference = !form.has('online') && typeof method === 'string' && isReferenceMethod(method);
  if (asksReference && typeof reference === 'string' && normaliseReference(reference) === undefined)
    errors['paymentReferenceId'] ??= PAYMENT_MESSAGES['reference-too-short'];
  const firm = z.object(firmFields).safeParse(pick(Object.keys(firmFields)));
  const state = readOnce(form, 'state');
  const firmIssues = firm.success ? firmErrors({ ...firm.data, state: typeof state === 'string' ? state : '' }) : {};
  for (const [name, message] of Object.entries(firmIssues)) errors[name] ??= message;
  if (form.has('gift') && method === 'cod' && !form.has('online')) errors['gift'] ??= GIFT_FOR_CASH;
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, value: parsed.data } : { ok: false, errors };
}

function readOnce(form: FormData, name: string): FormDataEntryValue | null {
  const values = form.getAll(name);
  return values.length === 1 ? values[0]! : null;
}

export const reorderSchema = z.strictObject({ orderId: uuidSchema });
