import { ewayBillText } from './carrier-fields.tsx';
import { href } from 'react-router';
import { z } from 'zod';
import type { ShippingAddress } from '#app/basics/address.ts';
import { staleFormMessage } from '#app/basics/stale-form.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import {
  addNote,
  correctAddress,
  deleteNote,
  getOrder,
  recordShipment,
  removeShipment,
} from '#app/modules/orders/orders/orders.server.ts';
import { PAYMENT_MESSAGES } from '#app/modules/payments/payments/messages.ts';
import { noteReference } from '#app/modules/payments/payments/payments.server.ts';
import { takeBackRefund } from '#app/modules/payments/payments/refunds.server.ts';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { line, optionalEmailSchema } from '#app/platform/text-schemas.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { refundSchema, takeBackSchema, takeRefund } from '#app/routes/admin/shared/take-refund.server.ts';
import { formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/order.ts';

const addressSchema = z.strictObject({
  ...shippingAddressSchema.shape,
  seen: z.string().max(64).optional(),
});
/** Optional: people who order by phone or at a fair may have no email address. */
const addressSchemaWithoutEmail = addressSchema.extend({ email: optionalEmailSchema });

const addressChanged = ({ name, phone, street, city, state, zipCode, email }: ShippingAddress): string =>
  staleFormMessage(
    'This address',
    [name, phone, street, city, `${state} ${zipCode}`, email].filter(Boolean).join(', '),
  );

const form = formOf<Route.ActionArgs>();
const sheetAddress = ({ params: { id } }: Route.ActionArgs) => href('/admin/orders/:id', { id });
const doneAddress = (args: Route.ActionArgs, done: string) => listAddress(sheetAddress(args), args.url, { done });
const atReference = (message: string) => ({ errors: { reference: message }, status: 400 });

export const orderForms = {
  note: form({
    schema: z.strictObject({
      key: uuidSchema,
      body: z.string({ error: 'Enter a note' }).trim().min(1, 'Enter a note').max(2000, 'At most 2000 characters'),
    }),
    run: (shop, note, { params: { id } }) => addNote(shop, { orderId: id, ...note }),
    done: (_note, _fields, args) => doneAddress(args, 'note'),
    refused: {
      'key-used': {
        formError: 'Another note was saved with this form. Check the notes above, then save yours.',
        status: 400,
      },
    },
  }),
  'delete-note': form({
    schema: z.strictObject({ noteId: z.string() }),
    run: (shop, { noteId }, { params: { id } }) => deleteNote(shop, { orderId: id, noteId }),
    done: (_nothing, _fields, args) => doneAddress(args, 'note-deleted'),
    refused: {},
    back: sheetAddress,
  }),
  address: form({
    schema: async (shop, { params: { id } }) =>
      (await getOrder(shop, id)).shippingAddress.email === '' ? addressSchemaWithoutEmail : addressSchema,
    run: (shop, { seen, ...address }, { params: { id } }) => correctAddress(shop, { orderId: id, address, seen }),
    done: (_order, _fields, args) => doneAddress(args, 'address'),
    refused: {
      'already-shipped': {
        errors: { street: 'This order has shipped, so its address can’t be changed.' },
        status: 400,
      },
      stale: ({ data }) => ({
        formError: addressChanged(data),
        typed: { seen: digestSeen(data) },
        status: 400,
      }),
    },
  }),
  shipment: form({
    schema: z.discriminatedUnion('step', [
      z.strictObject({
        step: z.literal('shipped'),
        carrier: line('Enter the carrier', 60),
        trackingNumber: line('Enter the tracking number', 60),
        ewayBill: ewayBillText,
      }),
      z.strictObject({ step: z.enum(['in_transit', 'out_for_delivery']), description: line('Enter where it is') }),
    ]),
    run: (shop, shipment, { params: { id } }) => recordShipment(shop, { orderId: id, ...shipment }),
    done: (_nothing, _fields, args) => listAddress(sheetAddress(args), args.url, { noted: '1' }),
    refused: ({ reason }, _fields, args) => ({ to: listAddress(sheetAddress(args), args.url, { refused: reason }) }),
    back: sheetAddress,
  }),
  'remove-shipment': form({
    schema: z.strictObject({ eventId: z.string() }),
    run: (shop, { eventId }, { params: { id } }) => removeShipment(shop, { orderId: id, eventId }),
    done: (_nothing, _fields, args) => listAddress(sheetAddress(args), args.url, { noted: 'removed' }),
    refused: ({ reason }, _fields, args) => ({ to: listAddress(sheetAddress(args), args.url, { refused: reason }) }),
    back: sheetAddress,
  }),
  reference: form({
    schema: z.strictObject({ reference: z.string().max(200) }),
    run: (shop, { reference }, { params: { id } }) => noteReference(shop, { orderId: id, reference }),
    done: (_order, _fields, args) => doneAddress(args, 'reference'),
    refused: {
      'reference-too-short': atReference(PAYMENT_MESSAGES['reference-too-short']),
      'reference-used': atReference('Another order has this payment reference.'),
      'has-payment': atReference('This order is already paid.'),
    },
  }),
  refund: form({
    schema: refundSchema,
    run: (shop, refund, { params: { id } }) => takeRefund(shop, { ...refund, orderId: id }),
    done: (way, _fields, args) => doneAddress(args, way),
    refused: ({ data }) => ({ ...data, status: 400 }),
  }),
  'take-back-refund': form({
    schema: takeBackSchema,
    run: (shop, { refundId, reason, why }, { params: { id } }) =>
      takeBackRefund(shop, { orderId: id, refundId, reason, isMistake: why === 'mistake' }),
    done: (_nothing, _fields, args) => doneAddress(args, 'take-back-refund'),
    refused: {
      'by-gateway': {
        errors: { reason: 'The gateway handles this refund and reports when it arrives.' },
        status: 400,
      },
    },
  }),
};
