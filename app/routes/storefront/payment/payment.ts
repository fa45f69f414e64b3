import { href } from 'react-router';
import { z } from 'zod';
import { mergeMessages } from '#app/modules/orders/cart/messages.ts';
import {
  gatewayCallbackSchema,
  referenceSchema,
  simulateSchema,
  startPaymentSchema,
} from '#app/modules/payments/payments/forms.ts';
import { paymentMessages, paymentRefusal, type PaymentRefusal } from '#app/modules/payments/payments/messages.ts';
import type { PaymentAnswer } from '#app/modules/payments/payments/payment-state.ts';
import {
  cancelGatewayPayment,
  claimPayment,
  getPayment,
  giveReference,
  returnToCart,
  simulateGatewayPayment,
  startGatewayPayment,
  takeGatewayCallback,
} from '#app/modules/payments/payments/payments.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/payment.ts';

export async function loader({ context, params: { orderId } }: Route.LoaderArgs): Promise<Response> {
  const payment = await getPayment(context.get(shopContext), orderId);
  return Response.json({ payment } satisfies PaymentAnswer, { headers: { 'Cache-Control': 'no-store' } });
}

const form = formOf<Route.ActionArgs>();
const nothing = z.object({});

const answerNow = async (
  { context, params: { orderId } }: Route.ActionArgs,
  message?: string,
): Promise<PaymentAnswer> => ({
  payment: await getPayment(context.get(shopContext), orderId),
  message,
});

/** For invalid fields, which the window's script never sends. */
const invalid = () => {
  throw new Response(null, { status: 400, statusText: 'Bad Request' });
};

const stepForm = <Schema extends z.ZodType<object>>(
  schema: Schema,
  run: (shop: Shop, order: { orderId: string } & z.output<Schema>) => Promise<{ ok: true } | PaymentRefusal>,
) =>
  form({
    schema,
    invalid,
    run: (shop, fields, { params }) => run(shop, { ...fields, orderId: params.orderId }),
    done: (_done, _fields, args) => answerNow(args),
    refused: (refusal, _fields, args) => answerNow(args, paymentRefusal(refusal)),
  });

const simulation = form({
  schema: simulateSchema,
  invalid,
  run: (shop, { shopper }, { params: { orderId } }) => simulateGatewayPayment(shop, { orderId, shopper }),
  done: (callback) => ({ callback: callback ?? null }),
  refused: {},
});

const cart = form({
  schema: nothing,
  run: (shop, _fields, { params }) => returnToCart(shop, params.orderId),
  done: ({ couponCode, cart }, _fields, { visit, params: { orderId } }) => {
    if (couponCode) visit.keepCoupon(couponCode);
    for (const text of mergeMessages(cart)) visit.flash({ text });
    return `${href('/checkout')}?again=${orderId}`;
  },
  refused: ({ reason }) => ({ to: href('/profile/orders'), message: paymentMessages[reason] }),
});

export const action = formAction({
  attempts: stepForm(startPaymentSchema, startGatewayPayment),
  callback: stepForm(gatewayCallbackSchema, takeGatewayCallback),
  cancellation: stepForm(nothing, (shop, { orderId }) => cancelGatewayPayment(shop, orderId)),
  claim: stepForm(nothing, (shop, { orderId }) => claimPayment(shop, orderId)),
  reference: stepForm(referenceSchema, giveReference),
  simulation,
  cart,
});
