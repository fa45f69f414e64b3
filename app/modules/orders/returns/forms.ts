import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { RETURN_KINDS, RETURN_REASON_NAMES, type ReceivedLine, type ReturnLine } from './return.ts';

const freeText = (most: number) => z.string().trim().max(most, `Use at most ${most} characters`).default('');

export const returnSchema = z
  .strictObject({
    key: uuidSchema,
    kind: z.enum(RETURN_KINDS, { error: 'Choose return or exchange' }),
    exchangeFor: freeText(300),
    reason: z.enum(RETURN_REASON_NAMES, { error: 'Choose a reason' }),
    details: freeText(2000),
  })
  .superRefine((form, context) => {
    if (form.kind === 'exchange' && form.exchangeFor === '')
      context.addIssue({ code: 'custom', path: ['exchangeFor'], message: 'Enter the piece you would like instead' });
    if (form.reason === 'other' && form.details === '')
      context.addIssue({ code: 'custom', path: ['details'], message: 'Tell us what’s wrong' });
  });

export type ReturnForm = z.infer<typeof returnSchema>;
export type AskedReturn = ReturnForm & { orderId: string; lines: ReturnLine[] };

const PREFIX = 'pieces.';

export const quantityField = ({ artworkId, variantId }: Item): string =>
  `${PREFIX}${artworkId}${variantId ? `.${variantId}` : ''}`;

export function readQuantities(form: FormData): {
  lines: ReturnLine[];
  typed: Record<string, string>;
} {
  const fields = [...form].filter(
    (entry): entry is [string, string] => entry[0].startsWith(PREFIX) && typeof entry[1] === 'string',
  );
  for (const [name] of fields) form.delete(name);
  const lines = fields
    .slice(0, 100)
    .map(([name, text]) => {
      const [artworkId = '', variantId] = name.slice(PREFIX.length).split('.');
      return { artworkId, ...(variantId !== undefined && { variantId }), quantity: Number(text) };
    })
    .filter(({ quantity }) => Number.isSafeInteger(quantity) && quantity > 0);
  return { lines, typed: Object.fromEntries(fields.slice(0, 100)) };
}

export const receiptField = (of: 'received' | 'fitForSale', item: Item): string => `${of}.${itemKey(item)}`;

/** An invalid number becomes NaN, and a missing `fitForSale` 0. */
export const readReceipt = (
  form: FormData,
  lines: readonly Pick<ReturnLine, 'artworkId' | 'variantId'>[],
): ReceivedLine[] =>
  lines.map(({ artworkId, variantId }) => {
    const item = { artworkId, ...(variantId !== undefined && { variantId }) };
    return {
      ...item,
      quantity: readCount(form.get(receiptField('received', item))),
      fitForSale: readCount(form.get(receiptField('fitForSale', item)) ?? '0'),
    };
  });

const readCount = (text: FormDataEntryValue | null): number =>
  typeof text === 'string' && /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : Number.NaN;
