import { z } from 'zod';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';
import { line, optionalEmailSchema, phoneSchema } from '#app/platform/text-schemas.ts';
import { paise } from '#app/basics/money.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { firmErrors, firmFields } from './firm.ts';
import type { Answers } from '#app/modules/catalogue/artworks/personalization.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';

export const DRAFT_METHODS = {
  cash: 'Cash',
  upi: 'UPI, with reference',
  manual: 'Bank transfer, with reference',
  cod: 'Cash on delivery',
} as const;
export type DraftMethod = keyof typeof DRAFT_METHODS;

export const MAX_LINES = 50;
export const MAX_QUANTITY = 1000;

export type DraftLine = Item & { quantity: number };

const DRAFT_LINE = /^([\da-f-]{36})(?:\.([\da-f-]{36}))?:(\d{1,4})$/;

export const draftLineText = ({ artworkId, variantId, quantity }: DraftLine): string =>
  `${artworkId}${variantId ? `.${variantId}` : ''}:${quantity}`;

function readDraftLine(text: string): DraftLine | undefined {
  const [, artworkId = '', variantId, digits] = DRAFT_LINE.exec(text.toLowerCase()) ?? [];
  const quantity = Number(digits);
  const isLine = isUuid(artworkId) && (variantId === undefined || isUuid(variantId));
  if (!isLine || !(quantity >= 1 && quantity <= MAX_QUANTITY)) return undefined;
  return { artworkId, ...(variantId !== undefined && { variantId }), quantity };
}

/** Reads the draft's items from the URL. Skips invalid items and adds up repeats. */
export function readDraftLines(texts: readonly string[]): DraftLine[] {
  const lines = new Map<string, DraftLine>();
  for (const text of texts.slice(0, MAX_LINES * 2)) {
    const line = readDraftLine(text);
    if (!line) continue;
    const existingLine = lines.get(itemKey(line));
    if (!existingLine && lines.size >= MAX_LINES) continue;
    lines.set(itemKey(line), {
      ...line,
      quantity: Math.min((existingLine?.quantity ?? 0) + line.quantity, MAX_QUANTITY),
    });
  }
  return [...lines.values()];
}

export const canAddItem = (lines: readonly DraftLine[], item: Item): boolean =>
  lines.length < MAX_LINES || lines.some((line) => itemKey(line) === itemKey(item));

export const draftAnswerField = (item: string, id: string): string => `answers.${item}.${id}`;

export type DraftAnswers = Readonly<Record<string, Answers>>;

export function readDraftAnswers(form: FormData): { answers: DraftAnswers; typed: Record<string, string> } {
  const answers = new Map<string, Record<string, string>>();
  const typed: Record<string, string> = {};
  for (const [name, value] of form) {
    const [, item, id] = /^answers\.([\da-f-]{36})\.([\w-]{1,40})$/.exec(name) ?? [];
    if (item === undefined || id === undefined || typeof value !== 'string' || value.length > 2000) continue;
    typed[name] = value;
    answers.set(item, { ...answers.get(item), [id]: value });
  }
  for (const name of Object.keys(typed)) form.delete(name);
  return { answers: Object.fromEntries(answers), typed };
}

const seenTotal = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform((text) => paise(Number(text)));

export const draftOrderSchema = z
  .strictObject({
    key: uuidSchema,
    account: optionalEmailSchema,
    ...shippingAddressSchema.shape,
    email: optionalEmailSchema,
    handedOver: z.literal('on').optional(),
    method: z.enum(['cash', 'upi', 'manual', 'cod'], { error: 'Choose a payment method' }),
    reference: z.string().max(200).default(''),
    note: z.union([z.literal(''), line('', 200)]).default(''),
    seenTotal,
    ...firmFields,
    /** The Indian state of delivery about which the form already warned. */
    warnedState: z.string().max(60).optional(),
  })
  .refine((order) => !(order.method === 'cod' && order.handedOver), {
    path: ['method'],
    error: 'A sale in person is already paid. Choose cash or a payment with a reference.',
  })
  .superRefine((order, context) => {
    // Goods handed over in person are supplied where that happens, so `parcelFor` does not matter.
    const { parcelFor, ...firm } = order;
    for (const [name, message] of Object.entries(firmErrors(order.handedOver ? firm : { ...firm, parcelFor })))
      context.addIssue({ code: 'custom', path: [name], message });
  });
export type DraftOrder = z.output<typeof draftOrderSchema>;

export const saleSchema = z.strictObject({
  key: uuidSchema,
  method: z.enum(['cash', 'upi'], { error: 'Choose cash or UPI' }),
  name: z.union([z.literal(''), line('', 100)]).default(''),
  phone: z.union([z.literal(''), phoneSchema()]).default(''),
  reference: z.string().max(200).default(''),
  seenTotal,
});
export type Sale = z.output<typeof saleSchema>;

export const UNDO_SALE_WITHIN_SECONDS = 60;
