import { data, redirect } from 'react-router';
import { z } from 'zod';
import { line, optionalEmailSchema, shippingAddressSchema } from '#app/basics/address.ts';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesSchema } from '#app/basics/rupees.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { addNote, correctAddress, getOrder, noteReference, refundOrder } from '#app/modules/orders/orders.server.ts';
import { PAYMENT_MESSAGES } from '#app/modules/payments/messages.ts';
import { type FormTrouble, readFields, type ReadForm } from '#app/platform/forms.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** What is wrong with one of the sheet's forms, and which. */
export type SheetTrouble = FormTrouble & { form: string };

const note = z.strictObject({
  form: z.literal('note'),
  key: uuidSchema,
  body: z.string({ error: 'Write the note' }).trim().min(1, 'Write the note').max(2000, 'At most 2000 characters'),
});
const address = z.strictObject({ form: z.literal('address'), ...shippingAddressSchema.shape });
/** Of somebody who ordered by phone or at a fair and has no email. */
const addressWithoutEmail = address.extend({ email: optionalEmailSchema });
const reference = z.strictObject({ form: z.literal('reference'), reference: z.string().max(200) });
const refund = z.strictObject({
  form: z.literal('refund'),
  key: uuidSchema,
  paymentId: uuidSchema,
  amount: rupeesSchema('Write the amount in rupees').refine((amount) => amount > 0, 'Write an amount above 0'),
  reason: line('Write down why.', 300),
});

const REFERENCE_REFUSALS = {
  'reference-too-short': PAYMENT_MESSAGES['reference-too-short'],
  'reference-used': 'Another order has this payment reference.',
  'has-payment': 'This order has its payment already.',
} as const;

/** Does what one of the forms of an order's sheet asks for: its mistakes go back beside their fields, else on to `after(done)`. */
export async function takeOrderForm(
  shop: Shop,
  { orderId, form, after }: { orderId: string; form: FormData; after: (done: string) => string },
) {
  const go = (done: string) => redirect(after(done), 303);
  switch (form.get('form')) {
    case 'note': {
      const read = readFields(form, note);
      if (!read.ok) return wrong('note', read);
      await addNote(shop, { orderId, key: read.value.key, body: read.value.body });
      return go('note');
    }
    case 'address': {
      const { shippingAddress } = await getOrder(shop, orderId);
      const read = readFields(form, shippingAddress.email === '' ? addressWithoutEmail : address);
      if (!read.ok) return wrong('address', read);
      const { form: _form, ...corrected } = read.value;
      const saved = await correctAddress(shop, { orderId, address: corrected });
      return saved.ok
        ? go('address')
        : wrong('address', read, { street: 'This order has left the studio; its address stays as it is.' });
    }
    case 'reference': {
      const read = readFields(form, reference);
      if (!read.ok) return wrong('reference', read);
      const noted = await noteReference(shop, { orderId, reference: read.value.reference });
      return noted.ok ? go('reference') : wrong('reference', read, { reference: REFERENCE_REFUSALS[noted.reason] });
    }
    case 'refund': {
      const read = readFields(form, refund);
      if (!read.ok) return wrong('refund', read);
      const { form: _form, ...wanted } = read.value;
      const recorded = await refundOrder(shop, { orderId, ...wanted });
      if (recorded.ok) return go('refund');
      const amount =
        recorded.reason === 'too-much'
          ? `Only ${formatRupees(recorded.data.left)} of this payment are left to refund.`
          : recorded.reason === 'key-used'
            ? 'Another refund was recorded with this form. Look at the list, then load the page again.'
            : 'This payment never came.';
      return wrong('refund', read, { amount });
    }
    case null:
    default:
      throw new Response(null, { status: 400, statusText: 'Bad Request' });
  }
}

function wrong(form: string, read: ReadForm<unknown>, errors: Record<string, string> = read.ok ? {} : read.errors) {
  return data<SheetTrouble>({ form, errors, typed: read.typed }, 400);
}
