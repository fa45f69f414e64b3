import { randomUUID } from 'node:crypto';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { acceptQuote, askChange } from '#app/modules/requests/requests/quotes.server.ts';
import { answerApproval, confirmFabric, expectFabric } from '#app/modules/requests/requests/stages.server.ts';
import { getRequestPage } from '#app/modules/requests/requests/request-page.server.ts';
import { joinAccount, shopOfCustomer } from '#app/modules/requests/requests/access.server.ts';
import { setPhotoConsent } from '#app/modules/requests/requests/shop-photos.server.ts';
import { REQUEST_REFUSALS, quoteExpired, WITHDRAWAL_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { cancelRequest, withdrawRequest } from '#app/modules/requests/requests/answers.server.ts';
import { shipmentsOf } from '#app/modules/orders/orders/orders.server.ts';
import { DESTINATION_REFUSALS } from '#app/modules/payments/payments/messages.ts';
import { giveRefundDestination, refundStatesOf } from '#app/modules/payments/payments/refunds.server.ts';
import { readIntent } from '#app/routes/admin/shared/read-intent.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { addressesOf } from './addresses.ts';
import { type RequestParams, openRequest } from './open-request.server.ts';
import type { RequestPageAnswer } from './request-answer.ts';
import { cancelForm, lengthSchema, messageForm, readRequestForm, takeMessage, textSchema } from './take-form.server.ts';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { MAX_MESSAGE_LENGTH, type RequestAccess } from '#app/modules/requests/requests/request.ts';
import { personSchema, postalSchema } from '#app/modules/store/shipping/address-forms.ts';
import { linkedDestinationSchema } from '#app/modules/payments/payments/refund-destination.ts';

const requireText = (message: string) => textSchema(MAX_MESSAGE_LENGTH).pipe(z.string().min(1, message));

/** All that a customer can send from the page of a request, told apart by its button. */
export const customerForms = z.discriminatedUnion('intent', [
  messageForm,
  z.strictObject({
    intent: z.literal('accept'),
    quoteId: uuidSchema,
    name: personSchema.name,
    phone: personSchema.phone,
    ...postalSchema,
    terms: z.literal('yes', { error: 'Please accept the quote and the terms' }),
  }),
  z.strictObject({
    intent: z.literal('ask-change'),
    quoteId: uuidSchema,
    text: requireText('Say what shall be different'),
  }),
  z.strictObject({ intent: z.literal('approve'), updateId: uuidSchema }),
  z.strictObject({
    intent: z.literal('want-change'),
    updateId: uuidSchema,
    changeWanted: requireText('Say what shall be different'),
  }),
  z.strictObject({ intent: z.literal('expect-fabric'), metres: lengthSchema }),
  z.strictObject({
    intent: z.literal('confirm-fabric'),
    /** When the cloth that was seen came. */
    receivedAt: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .optional(),
  }),
  z.strictObject({ intent: z.literal('consent'), consent: z.enum(['yes', 'no']) }),
  cancelForm,
  z.strictObject({ intent: z.literal('withdraw') }),
  linkedDestinationSchema,
]);

export type CustomerForm = z.infer<typeof customerForms>;

type Asked = { context: Readonly<RouterContextProvider>; params: RequestParams; url: URL };

/** All that the customer's page shows, and what is known of where the parcel goes. */
export async function loadCustomerPage({ context, params, url }: Asked) {
  const shop = context.get(shopContext);
  const access = await openRequest(shop, params, url);
  await joinAccount(shop, access);
  const [page, profile] = await Promise.all([
    getRequestPage(shop, access),
    access.by === 'account' ? getProfile(shop) : undefined,
  ]);
  const refunds = await refundStatesOf(shop, page.order ? [page.order.id] : []);
  const refund = page.order ? refunds.get(page.order.id) : undefined;
  // A shared link may be in other hands: it shows where money goes, and never changes it.
  const mayDirectRefund = access.by !== 'shared-link';
  const parcels = PARCEL_LEFT.has(page.state) ? await parcelsOf(await shopOfCustomer(shop, access), page) : [];
  const known = knownAddress(page, profile);
  return { page, now: shop.now, formKey: randomUUID(), known, refund, mayDirectRefund, parcels };
}

const PARCEL_LEFT = new Set<RequestPage['state']>(['dispatched', 'delivered']);

/** Courier and number of each parcel that left, in words. */
async function parcelsOf(shop: Shop, { order }: RequestPage): Promise<string[]> {
  const shipments = order ? await shipmentsOf(shop, order.id) : [];
  return shipments.filter(({ step }) => step === 'shipped').map(({ description }) => description);
}

function knownAddress({ customer }: RequestPage, profile: Awaited<ReturnType<typeof getProfile>> | undefined) {
  const { street = '', city = '', state = '', zipCode = '' } = profile?.address ?? {};
  return { name: customer.name, phone: customer.phone || (profile?.phone ?? ''), street, city, state, zipCode };
}

/** Does what a form of the customer's page says, and shows the page anew; what was wrong stands beside its field. */
export async function takeCustomerForm({ context, params, url, request }: Asked & { request: Request }) {
  const shop = context.get(shopContext);
  const access = await openRequest(shop, params, url);
  const sent = await readRequestForm(shop, access, request);
  const read = readIntent(sent.form, customerForms);
  const { pictures, pictureError } = sent;
  if (!read.ok) return data<RequestPageAnswer>({ ...read, pictures, pictureError }, { status: 400 });
  const here = addressesOf({ id: access.requestId, ...access }, 'token' in params ? params.token : '').page;
  if (read.value.intent === 'refund-destination') {
    const refusal = await takeDestination(shop, access, read.value);
    if (refusal) return data<RequestPageAnswer>({ errors: { upiId: refusal }, typed: read.typed }, { status: 409 });
    context.get(visitContext).flash({ text: 'Saved. We send your refund there.' });
    return redirect(`${here}#refund`, 303);
  }
  if (read.value.intent === 'message') {
    return (await takeMessage(shop, access, read.value, sent, request)) ?? redirect(`${here}#conversation`, 303);
  }
  const done = await doAsCustomer(shop, access, read.value);
  if (!done.ok) {
    // Whoever accepts says yes anew, to the quote that stands there now.
    const { quoteId: _quoteId, terms: _terms, ...typed } = read.typed;
    return data<RequestPageAnswer>({ formError: done.message, typed }, { status: 409 });
  }
  context.get(visitContext).flash({ text: done.message });
  return redirect(here, 303);
}

/** Keeps where the refund of the request's order goes; answers why not. Only the account and the emailed link may say it. */
async function takeDestination(
  shop: Shop,
  access: RequestAccess,
  { destination }: Extract<CustomerForm, { intent: 'refund-destination' }>,
): Promise<string | undefined> {
  if (access.by === 'shared-link') return 'Open the link in our email to say where your refund goes.';
  const { order } = await getRequestPage(shop, access);
  if (!order) return DESTINATION_REFUSALS['nothing-owed'];
  const acting = access.by === 'account' ? shop : await shopOfCustomer(shop, access);
  const given = await giveRefundDestination(acting, { orderId: order.id, destination });
  return given.ok ? undefined : DESTINATION_REFUSALS[given.reason];
}

async function doAsCustomer(
  shop: Shop,
  access: RequestAccess,
  form: Exclude<CustomerForm, { intent: 'message' | 'refund-destination' }>,
): Promise<{ ok: boolean; message: string }> {
  switch (form.intent) {
    case 'accept': {
      const { customer, quotes } = await getRequestPage(shop, access);
      const { quoteId, name, phone, street, city, state, zipCode } = form;
      const shippingAddress = { name, phone, email: customer.email, street, city, state, zipCode, country: 'India' };
      const accepted = await acceptQuote(shop, access, { quoteId, name, shippingAddress });
      return accepted.ok
        ? { ok: true, message: `Thank you. It is order ${accepted.value.orderNumber} now.` }
        : {
            ok: false,
            message:
              accepted.reason === 'quote-expired'
                ? `${quoteExpired(quotes[0]!.validUntil)} Ask for a new quote.`
                : REQUEST_REFUSALS[accepted.reason],
          };
    }
    case 'ask-change':
      return wordOutcome(await askChange(shop, access, form), 'We have your wish, and write a new quote.');
    case 'approve':
      return wordOutcome(
        await answerApproval(shop, access, { updateId: form.updateId, approves: true, changeWanted: '' }),
        'Thank you. We go on with this design.',
      );
    case 'want-change':
      return wordOutcome(
        await answerApproval(shop, access, { ...form, approves: false }),
        'We have it, and change the design.',
      );
    case 'expect-fabric':
      return wordOutcome(
        await expectFabric(shop, access, { centimetres: form.metres }),
        'Noted. Print the label for your parcel.',
      );
    case 'confirm-fabric':
      return wordOutcome(await confirmFabric(shop, access, form), 'Thank you. Your cloth is confirmed.');
    case 'consent':
      await setPhotoConsent(shop, access, form.consent === 'yes');
      return {
        ok: true,
        message: form.consent === 'yes' ? 'Thank you. We may show its photos.' : 'We don’t show its photos.',
      };
    case 'cancel': {
      const cancelled = await cancelRequest(shop, access, form);
      if (!cancelled.ok) return { ok: false, message: REQUEST_REFUSALS[cancelled.reason] };
      const { refunded } = cancelled.value;
      return {
        ok: true,
        message: refunded > 0 ? `It is cancelled. ${formatRupees(refunded)} go back to you.` : 'It is cancelled.',
      };
    }
    case 'withdraw': {
      const withdrawn = await withdrawRequest(shop, access.requestId, { isOpened: true });
      return { ok: withdrawn.ok, message: WITHDRAWAL_ANSWERS[withdrawn.ok ? 'withdrawn' : withdrawn.reason] };
    }
  }
}

const wordOutcome = (
  outcome: { ok: true } | { ok: false; reason: keyof typeof REQUEST_REFUSALS },
  message: string,
): { ok: boolean; message: string } =>
  outcome.ok ? { ok: true, message } : { ok: false, message: REQUEST_REFUSALS[outcome.reason] };
