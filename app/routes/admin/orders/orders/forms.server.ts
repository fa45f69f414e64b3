import { data, redirect } from 'react-router';
import { z } from 'zod';
import type { ShippingAddress } from '#app/basics/address.ts';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';
import { optionalEmailSchema } from '#app/platform/text-schemas.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { staleFormMessage } from '#app/basics/stale-form.ts';
import { addNote, correctAddress, getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { PAYMENT_MESSAGES } from '#app/modules/payments/payments/messages.ts';
import { noteReference } from '#app/modules/payments/payments/payments.server.ts';
import { takeBackRefund } from '#app/modules/payments/payments/refunds.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { readIntent } from '#app/routes/admin/shared/read-intent.ts';
import { refundSchema, takeBackSchema, takeRefund } from '#app/routes/admin/shared/take-refund.server.ts';

const note = z.strictObject({
  intent: z.literal('note'),
  key: uuidSchema,
  body: z.string({ error: 'Write the note' }).trim().min(1, 'Write the note').max(2000, 'At most 2000 characters'),
});
const address = z.strictObject({
  intent: z.literal('address'),
  ...shippingAddressSchema.shape,
  /** What the form was made from (`digestSeen`). */
  seen: z.string().max(64).optional(),
});
const reference = z.strictObject({ intent: z.literal('reference'), reference: z.string().max(200) });
const orderForm = z.discriminatedUnion('intent', [note, address, reference, refundSchema, takeBackSchema]);
/** Of somebody who ordered by phone or at a fair and has no email. */
const orderFormWithoutEmail = z.discriminatedUnion('intent', [
  note,
  address.extend({ email: optionalEmailSchema }),
  reference,
  refundSchema,
  takeBackSchema,
]);
type OrderForm = z.output<typeof orderFormWithoutEmail>;

/** Why an address wasn't saved: another was since the form was opened. */
const ANOTHER_NOTE = 'Another note was saved with this form. Check the notes above, then save yours.';

const addressChanged = ({ name, phone, street, city, state, zipCode, email }: ShippingAddress): string =>
  staleFormMessage(
    'This address',
    [name, phone, street, city, `${state} ${zipCode}`, email].filter(Boolean).join(', '),
  );

const REFERENCE_REFUSALS = {
  'reference-too-short': PAYMENT_MESSAGES['reference-too-short'],
  'reference-used': 'Another order has this payment reference.',
  'has-payment': 'This order has its payment already.',
} as const;

/** Does what one of the forms of an order's sheet asks for: its mistakes go back beside their fields, else on to `after` what was done. */
export async function takeOrderForm(
  shop: Shop,
  { orderId, form, after }: { orderId: string; form: FormData; after: (done: string) => string },
) {
  const hasEmail = form.get('intent') !== 'address' || (await getOrder(shop, orderId)).shippingAddress.email !== '';
  const read = readIntent(form, hasEmail ? orderForm : orderFormWithoutEmail);
  if (!read.ok) return data(read, 400);
  const outcome = await carryOut(shop, orderId, read.value);
  return 'done' in outcome
    ? redirect(after(outcome.done), 303)
    : data({ ...outcome, typed: { ...read.typed, ...outcome.typed } }, 400);
}

/** What was done, or what was wrong with which field, and what the form has in place of what was typed. */
async function carryOut(
  shop: Shop,
  orderId: string,
  form: OrderForm,
): Promise<{ done: string } | { errors?: Record<string, string>; formError?: string; typed?: Record<string, string> }> {
  const done = { done: form.intent };
  switch (form.intent) {
    case 'note': {
      const added = await addNote(shop, { orderId, key: form.key, body: form.body });
      return added.ok ? done : { formError: ANOTHER_NOTE, typed: { body: form.body } };
    }
    case 'address': {
      const { intent: _intent, seen, ...address } = form;
      const saved = await correctAddress(shop, { orderId, address, seen });
      if (saved.ok) return done;
      if (saved.reason === 'already-shipped')
        return { errors: { street: 'This order has left the studio; its address stays as it is.' } };
      return { formError: addressChanged(saved.data), typed: { seen: digestSeen(saved.data) } };
    }
    case 'reference': {
      const noted = await noteReference(shop, { orderId, reference: form.reference });
      return noted.ok ? done : { errors: { reference: REFERENCE_REFUSALS[noted.reason] } };
    }
    case 'refund':
      return takeRefund(shop, { ...form, orderId });
    case 'take-back-refund': {
      const { refundId, reason, why } = form;
      const taken = await takeBackRefund(shop, { orderId, refundId, reason, isMistake: why === 'mistake' });
      return taken.ok
        ? done
        : { errors: { reason: 'A gateway moves this refund, and says itself whether it arrived.' } };
    }
  }
}
