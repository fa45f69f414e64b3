import { useEffect, useState } from 'react';
import { data, redirect, type ShouldRevalidateFunctionArgs, useNavigate, useNavigation, useSubmit } from 'react-router';
import { getProfile } from '#app/modules/accounts/profile.server.ts';
import { addressesOf } from '#app/modules/accounts/addresses.server.ts';
import { pricedLines } from '#app/modules/cart/cart.ts';
import { getCart } from '#app/modules/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/cart/guest-cart.ts';
import { checkCoupon, currentOffer } from '#app/modules/coupons/coupons.server.ts';
import { COUPON_TROUBLE, couponMessages } from '#app/modules/coupons/messages.ts';
import { readCheckoutForm } from '#app/modules/checkout/forms.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/messages.ts';
import { paymentMessages } from '#app/modules/payments/messages.ts';
import { placeOrderMessage } from '#app/modules/checkout/messages.ts';
import { findWaitingOrder, giveReference, drawUpiPayment } from '#app/modules/payments/payments.server.ts';
import { openCheckout, placeOrder, quoteCart } from '#app/modules/checkout/checkout.server.ts';
import { isReferenceMethod } from '#app/modules/payments/payment.ts';
import { picturesByUrl } from '#app/modules/media/media.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { CheckoutShell } from '#app/ui/layouts/checkout-shell.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { waysToPay, type WayToPay } from '#app/routes/storefront/payment/methods.ts';
import { PaymentWindow } from '#app/routes/storefront/payment/payment-window.tsx';
import type { Route } from './+types/checkout.ts';
import { type Answer, FORM } from './open-checkout.ts';
import { OpenForm } from './open-form.tsx';
import { forgetTyped } from './typed-before.ts';
import { WaitingOrder } from './waiting-order.tsx';

/**
 * The checkout of the cart, or of an order that waits for its payment. `?payment=ID` is that order with the payment window
 * open, so that a reload comes back to it; `?again=ID` fills in what was typed for an order that was taken back.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { userId } = signedIn(shop);
  const visit = context.get(visitContext);
  const named = url.searchParams.get('payment') ?? undefined;
  const again = url.searchParams.get('again');
  const [waiting, before] = await Promise.all([
    findWaitingOrder(shop, named),
    again ? findWaitingOrder(shop, again) : undefined,
  ]);
  if (named && waiting?.payment.stage === 'paid') {
    visit.tell({ text: ORDER_MESSAGES.placed });
    throw redirect(`/profile/orders?placed=${named}#order-${named}`, 303);
  }
  const code = visit.couponCode;
  const [cart, settings, profile, addresses, offer] = await Promise.all([
    getCart(shop, NO_GUEST_CART),
    getSettings(shop),
    getProfile(shop),
    addressesOf(shop),
    currentOffer(shop),
  ]);
  const typedBefore = before?.order.shippingAddress;
  const address = typedBefore ?? profile.address;
  const { lines, totals, coupon } = await quoteCart(shop, {
    lines: pricedLines(cart),
    settings,
    coupon: code,
    zipCode: address?.zipCode,
  });
  // It stopped working since it was applied: told once, below, then forgotten.
  if (coupon && !coupon.ok) visit.keepCoupon(undefined);
  const gone = cart.lines.filter((line) => !line.available).map((line) => line.artwork?.title ?? 'A piece');
  const pictures = waiting
    ? await picturesByUrl(
        shop,
        waiting.order.items.map((item) => item.image),
      )
    : new Map();
  const hasAppLink = settings.upi.isMerchant;
  const shared = {
    userId,
    shopName: settings.shopName,
    payee: settings.upi.name,
    profile: { ...(typedBefore ? { ...typedBefore, address: typedBefore } : profile), addresses },
    lines,
    gone,
    lowered: cart.lowered,
    ways: waysToPay(settings.paymentMethods, Object.keys(shop.suppliers.payment), hasAppLink),
    waiting: waiting && {
      ...waiting,
      isNamed: named !== undefined,
      opensGateway: url.searchParams.get('open') === 'gateway',
      pictures: Object.fromEntries(pictures),
      person: {
        name: waiting.order.shippingAddress.name,
        email: waiting.order.shippingAddress.email,
        phone: waiting.order.shippingAddress.phone,
      },
      upi: drawUpiPayment(settings.upi, { amount: waiting.order.total, orderNumber: waiting.order.orderNumber }),
    },
  };
  if (lines.length === 0) return { ...shared, open: undefined };

  const applied = coupon?.ok ? { code: coupon.value.code, percentage: coupon.value.discountPercentage } : undefined;
  const attempt = await openCheckout(shop);
  const open = {
    key: attempt.key,
    orderNumber: attempt.orderNumber,
    totals,
    applied,
    hint: offer && `Try ${offer.code} for ${offer.discountPercentage}% off.`,
    couponTrouble: coupon && !coupon.ok ? couponMessages[coupon.reason] : undefined,
    method: settings.paymentMethods.find(isReferenceMethod),
    returnWithinDays: settings.promises.returnWithinDays,
    upi: drawUpiPayment(settings.upi, { amount: totals.total, orderNumber: attempt.orderNumber }),
  };
  return { ...shared, open };
}

/** A coupon is tried and taken off with everything that was typed in hand, so that none of it is lost; else the order is placed. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const visit = context.get(visitContext);
  const form = await request.formData();
  const typed = typedIn(form);
  const intent = form.get('intent');
  form.delete('intent');

  if (intent === 'remove-coupon') {
    visit.keepCoupon(undefined);
    return { typed: { ...typed, couponCode: '' } };
  }
  if (intent === 'apply-coupon') {
    const code = typed['couponCode']?.trim() ?? '';
    if (code === '') return { typed };
    const coupon = await checkCoupon(shop, code);
    if (!coupon.ok) return data({ typed, errors: { couponCode: couponMessages[coupon.reason] } }, { status: 422 });
    visit.keepCoupon(coupon.value.code);
    return { typed };
  }

  if (intent === 'pay-online') {
    const answer = judgePayOnline(form);
    return answer.paying ? answer : data(answer, { status: 422 });
  }
  if (intent === 'give-reference') {
    const orderId = typed['orderId'] ?? '';
    const given = await giveReference(shop, { orderId, paymentReferenceId: typed['paymentReferenceId'] ?? '' });
    if (!given.ok) {
      const errors = { paymentReferenceId: paymentMessages[given.reason] };
      return data({ typed, errors }, { status: 409 });
    }
    visit.tell({ text: ORDER_MESSAGES.placed });
    return redirect(`/profile/orders?placed=${orderId}#order-${orderId}`, 303);
  }

  const read = readCheckoutForm(form);
  if (!read.ok) return data({ typed, ...shownErrors(read.errors) }, { status: 422 });
  const placed = await placeOrder(shop, read.value);
  if (placed.ok && read.value.online) {
    visit.keepCoupon(undefined);
    return redirect(`/checkout?payment=${placed.value.id}`, 303);
  }
  // Another tab, or a tap before this one, has placed it: that order is paid for.
  if (!placed.ok && placed.reason === 'already-placed' && read.value.online)
    return redirect(`/checkout?payment=${placed.data.orderId}`, 303);
  if (placed.ok) {
    visit.keepCoupon(undefined);
    visit.tell({ text: ORDER_MESSAGES.placed });
    return redirect(`/profile/orders?placed=${placed.value.id}#order-${placed.value.id}`, 303);
  }
  const { message, field } = placeOrderMessage(placed);
  // A code that was typed without Apply is kept when it works, so that the refreshed summary has it.
  if (read.value.couponCode) visit.keepCoupon(placed.reason === 'coupon' ? undefined : read.value.couponCode);
  return data(
    { typed, ...shownErrors(field ? { [field]: message } : {}, field ? undefined : message) },
    { status: placed.reason === 'not-signed-in' ? 401 : 409 },
  );
}

/** When the order or a coupon could not be sent, or the shop broke, the page stays with all that was typed; the same key makes a second try safe. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const typed = typedIn(form);
  // Judged here by the same rules, so that the window opens at once; Pay is judged by the server.
  if (form.get('intent') === 'pay-online') return judgePayOnline(form);
  return serverAction().catch((trouble: unknown) => {
    // It leads on: the order is placed.
    if (trouble instanceof Response) {
      forgetTyped();
      throw trouble;
    }
    const told =
      form.get('intent') === 'apply-coupon'
        ? { errors: { couponCode: COUPON_TROUBLE } }
        : { formError: ORDER_MESSAGES.trouble };
    return data({ typed, ...told }, { status: NOT_REACHED });
  });
}

/** Whether all that the order needs is filled in, but for the payment. */
function judgePayOnline(form: FormData): Answer {
  const typed = typedIn(form);
  form.delete('intent');
  form.set('online', 'yes');
  form.set('paymentMethod', 'manual');
  const read = readCheckoutForm(form);
  return read.ok ? { typed, paying: true } : { typed, ...shownErrors(read.errors) };
}

const NOT_REACHED = 503;
const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'));

/** The summary must be fresh after a refusal, too; but reading it again would fail like the post when the shop was not reached. */
export const shouldRevalidate = ({ actionStatus, formData }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== NOT_REACHED && formData?.get('intent') !== 'pay-online';

const SHOWN_FIELDS = new Set([
  'name',
  'email',
  'phone',
  'zipCode',
  'street',
  'city',
  'state',
  'couponCode',
  'paymentReferenceId',
]);

/** Mistakes beside their fields; those of fields that nobody sees are told on top. */
function shownErrors(errors: Record<string, string>, formError?: string) {
  const entries = Object.entries(errors);
  const unseen = entries.filter(([name]) => !SHOWN_FIELDS.has(name)).map(([, message]) => message);
  return {
    errors: Object.fromEntries(entries.filter(([name]) => SHOWN_FIELDS.has(name))),
    formError: [formError, ...unseen].filter(Boolean).join(' ') || undefined,
  };
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, shopName, payee, profile, lines, gone, open, waiting, ways } = loaderData;
  const answer: Answer | undefined = actionData;
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const submit = useSubmit();
  const [isChoosing, setChoosing] = useState(false);
  // A refusal of the order closes the window: what must be mended is on the page.
  useEffect(() => setChoosing(Boolean(answer?.paying)), [answer]);

  const place = (way: WayToPay) => {
    const form = document.getElementById(FORM);
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    fields.set('paymentMethod', way.method);
    fields.set('paymentReferenceId', '');
    fields.set('online', 'yes');
    void submit(fields, { method: 'post', action: '/checkout', preventScrollReset: true });
  };
  const isPaying = waiting?.isNamed && waiting.payment.stage !== 'over';
  const opens = hydrated && ways.length > 0 && (isPaying || (isChoosing && open !== undefined));
  const isPlacing = navigation.state !== 'idle' && navigation.formData?.get('online') === 'yes';
  return (
    <CheckoutShell shopName={shopName}>
      <title>{`Checkout | ${shopName}`}</title>
      <meta name="robots" content="noindex" />
      {open ? (
        <OpenForm
          key={open.key}
          {...{ userId, profile, lines, gone, open, answer }}
          lowered={loaderData.lowered}
          ways={ways}
          waiting={waiting?.payment.stage === 'over' ? undefined : waiting?.order}
        />
      ) : waiting ? (
        <WaitingOrder waiting={waiting} answer={answer} ways={ways} />
      ) : (
        <main id="main" className="wrap">
          {answer?.formError ? (
            <Note tone="alert" className="mt-6">
              {answer.formError}
            </Note>
          ) : null}
          <EmptyState
            level={1}
            title={ORDER_MESSAGES['cart-empty']}
            action={<ButtonLink to="/gallery">Continue Shopping</ButtonLink>}
          />
        </main>
      )}
      {opens ? (
        <PaymentWindow
          {...{ shopName, payee, ways, place }}
          orderNumber={isPaying ? waiting.order.orderNumber : open!.orderNumber}
          amount={isPaying ? waiting.order.total : open!.totals.total}
          waiting={isPaying ? waiting : undefined}
          placing={isPlacing}
          opensGateway={Boolean(isPaying && waiting.opensGateway)}
          onClose={() => {
            setChoosing(false);
            if (waiting?.isNamed) void navigate('/checkout', { replace: true, preventScrollReset: true });
          }}
        />
      ) : null}
    </CheckoutShell>
  );
}
