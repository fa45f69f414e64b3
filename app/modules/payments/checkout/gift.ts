import { z } from 'zod';
import { visibleText } from '#app/basics/typed-text.ts';
import { nameSchema } from '#app/platform/text-schemas.ts';

export const MAX_GIFT_NOTE = 300;

export const GIFT_FOR_CASH =
  'With cash on delivery, the courier would ask the recipient to pay. Choose another payment method for a gift.';

const withoutBlank = (typed: unknown) => (typeof typed === 'string' && typed.trim() === '' ? undefined : typed);

export const giftFields = {
  gift: z.literal('yes').optional(),
  giftNote: z
    .string()
    .transform((typed) => visibleText(typed.replaceAll('\r\n', '\n')))
    .pipe(z.string().max(MAX_GIFT_NOTE, `At most ${MAX_GIFT_NOTE} characters`))
    .optional(),
  /** If it is empty, the buyer's name is used. */
  recipientName: z.preprocess(withoutBlank, nameSchema('').optional()),
};
type Gift = { [Name in keyof typeof giftFields]?: z.output<(typeof giftFields)[Name]> };

/** Returns null for an order that is not a gift. */
export const giftNoteOf = ({ gift, giftNote = '' }: Gift): string | null =>
  gift ? (giftNote.trim() === '' ? '' : giftNote) : null;

/** Reads the gift of a checkout that was never sent, without what the form would refuse. */
export function readTypedGift({ gift, giftNote, recipientName }: { [Name in keyof Gift]?: string | undefined }): Gift {
  if (gift !== 'yes') return {};
  return {
    gift,
    giftNote: giftFields.giftNote.safeParse(giftNote).data,
    recipientName: giftFields.recipientName.safeParse(recipientName).data,
  };
}
