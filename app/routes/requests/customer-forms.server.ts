import { z } from 'zod';
import { formatRupees } from '#app/basics/money.ts';
import { type Refused, refused, type Result } from '#app/basics/result.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { DESTINATION_REFUSALS } from '#app/modules/payments/payments/messages.ts';
import { destinationSchema } from '#app/modules/payments/payments/refund-destination.ts';
import { giveRefundDestination } from '#app/modules/payments/payments/refunds.server.ts';
import { shopOfCustomer } from '#app/modules/requests/requests/access.server.ts';
import { cancelRequest, withdrawRequest } from '#app/modules/requests/requests/answers.server.ts';
import { quoteExpired, REQUEST_REFUSALS, WITHDRAWAL_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import { acceptQuote, askChange } from '#app/modules/requests/requests/quotes.server.ts';
import { MAX_MESSAGE_LENGTH, type RequestAccess } from '#app/modules/requests/requests/request.ts';
import { getRequestPage } from '#app/modules/requests/requests/request-page.server.ts';
import { setPhotoConsent } from '#app/modules/requests/requests/shop-photos.server.ts';
import { answerApproval, confirmFabric, expectFabric } from '#app/modules/requests/requests/stages.server.ts';
import { personSchema, postalSchema } from '#app/modules/store/shipping/address-forms.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { formAction } from '#app/routes/form-action.server.ts';
import {
  cancelSchema,
  lengthSchema,
  limitRequestPictures,
  messageForm,
  openRequestOf,
  requestForm,
  seenForm,
  textSchema,
} from './request-forms.server.ts';

const requireText = (message: string) => textSchema(MAX_MESSAGE_LENGTH).pipe(z.string().min(1, message));

const answerForm = <Schema extends z.ZodType>(
  schema: Schema,
  message: string,
  run: (
    shop: Shop,
    access: RequestAccess,
    fields: z.output<Schema>,
  ) => Promise<Result<unknown, Refused<keyof typeof REQUEST_REFUSALS>>>,
) =>
  requestForm({
    schema,
    run: async (shop, fields, args) => run(shop, await openRequestOf(shop, args), fields),
    done: (_done, _fields, { url }) => ({ to: url.pathname, message }),
    refused: REQUEST_REFUSALS,
  });

const accept = requestForm({
  schema: z.strictObject({
    quoteId: uuidSchema,
    name: personSchema.name,
    phone: personSchema.phone,
    ...postalSchema,
    terms: z.literal('yes', { error: 'Please accept the quote and the terms' }),
  }),
  run: async (shop, { quoteId, terms: _terms, ...address }, args) => {
    const access = await openRequestOf(shop, args);
    const { customer, quotes } = await getRequestPage(shop, access);
    const shippingAddress = { ...address, email: customer.email, country: 'India' };
    const accepted = await acceptQuote(shop, access, { quoteId, name: address.name, shippingAddress });
    if (accepted.ok || accepted.reason !== 'quote-expired') return accepted;
    return refused('quote-expired', { validUntil: quotes[0]!.validUntil });
  },
  done: ({ orderNumber }, _fields, { url }) => ({
    to: url.pathname,
    message: `Quote accepted. Your order is ${orderNumber}.`,
  }),
  refused: (refusal) => ({
    formError: refusal.data
      ? `${quoteExpired(refusal.data.validUntil)} Ask for a new quote.`
      : REQUEST_REFUSALS[refusal.reason],
    // The customer must accept again, for the quote now shown.
    typed: { quoteId: '', terms: '' },
  }),
});

const cancel = requestForm({
  schema: cancelSchema,
  run: async (shop, fields, args) => cancelRequest(shop, await openRequestOf(shop, args), fields),
  done: ({ refunded }, _fields, { url }) => ({
    to: url.pathname,
    message: refunded > 0 ? `Cancelled. We’ll refund ${formatRupees(refunded)}.` : 'Cancelled.',
  }),
  refused: REQUEST_REFUSALS,
});

const withdraw = requestForm({
  run: async (shop, _fields, args) =>
    withdrawRequest(shop, (await openRequestOf(shop, args)).requestId, { isOpened: true }),
  done: (_withdrawn, _fields, { url }) => ({ to: url.pathname, message: WITHDRAWAL_ANSWERS.withdrawn }),
  refused: WITHDRAWAL_ANSWERS,
});

const consent = requestForm({
  schema: z.strictObject({ consent: z.enum(['yes', 'no']) }),
  run: async (shop, { consent }, args) => setPhotoConsent(shop, await openRequestOf(shop, args), consent === 'yes'),
  done: (_set, { consent }, { url }) => ({
    to: url.pathname,
    message: consent === 'yes' ? 'Thank you. We may show its photos.' : 'We don’t show its photos.',
  }),
  refused: {},
});

/** Other people may know a shared link. Only the account and the emailed link can set the refund's destination. */
const refundDestination = requestForm({
  schema: destinationSchema,
  run: async (shop, { destination }, args) => {
    const access = await openRequestOf(shop, args);
    if (access.by === 'shared-link') return refused('shared-link');
    const { order } = await getRequestPage(shop, access);
    if (!order) return refused('nothing-owed');
    const acting = access.by === 'account' ? shop : await shopOfCustomer(shop, access);
    return giveRefundDestination(acting, { orderId: order.id, destination });
  },
  done: (_given, _fields, { url }) => ({
    to: `${url.pathname}#refund`,
    message: 'Saved. We send your refund there.',
  }),
  refused: ({ reason }) => ({
    errors: {
      upiId:
        reason === 'shared-link'
          ? 'Open the link in our email to say where your refund goes.'
          : DESTINATION_REFUSALS[reason],
    },
  }),
});

export const takeCustomerForm = formAction(
  {
    message: messageForm(({ url }) => `${url.pathname}#conversation`),
    seen: seenForm,
    accept,
    'ask-change': answerForm(
      z.strictObject({ quoteId: uuidSchema, text: requireText('Tell us what to change') }),
      'Sent. We’ll send you a new quote.',
      askChange,
    ),
    approve: answerForm(
      z.strictObject({ updateId: uuidSchema }),
      'Design approved. Thank you.',
      (shop, access, { updateId }) => answerApproval(shop, access, { updateId, approves: true, changeWanted: '' }),
    ),
    'want-change': answerForm(
      z.strictObject({ updateId: uuidSchema, changeWanted: requireText('Tell us what to change') }),
      'Sent. We’ll change the design.',
      (shop, access, answer) => answerApproval(shop, access, { ...answer, approves: false }),
    ),
    'expect-fabric': answerForm(
      z.strictObject({ metres: lengthSchema }),
      'Saved. Print the label for your parcel.',
      (shop, access, { metres }) => expectFabric(shop, access, { centimetres: metres }),
    ),
    'confirm-fabric': answerForm(
      z.strictObject({
        /** When the fabric arrived, according to the page. */
        receivedAt: z.iso
          .datetime()
          .transform((text) => new Date(text))
          .optional(),
      }),
      'Thank you. Your fabric is confirmed.',
      confirmFabric,
    ),
    consent,
    cancel,
    withdraw,
    'refund-destination': refundDestination,
  },
  { before: limitRequestPictures },
);
