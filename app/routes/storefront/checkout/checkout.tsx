import { isReferenceMethod } from '#app/basics/payment-methods.ts';
import { useEffect, useState } from 'react';
import {
  data,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigate,
  useNavigation,
  useSubmit,
  href,
} from 'react-router';
import type { Address } from '#app/basics/address.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { MAX_ADDRESSES, type SavedAddress } from '#app/modules/identity/accounts/account.ts';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { listAddresses } from '#app/modules/identity/addresses/addresses.server.ts';
import { pricedLines } from '#app/modules/orders/cart/cart.ts';
import { getCart } from '#app/modules/orders/cart/cart.server.ts';
import { afterDiscount } from '#app/modules/orders/pricing/pricing.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { currentOffer } from '#app/modules/orders/coupons/coupons.server.ts';
import { COUPON_PROBLEM, couponMessages } from '#app/modules/orders/coupons/messages.ts';
import {
  countOpenCashOrders,
  digestAnswers,
  findBeingBought,
  findJustPlaced,
  findTypedAddress,
  lastShippingAddress,
  openCheckoutWithHold,
  quoteCart,
  quoteDelivery,
} from '#app/modules/payments/checkout/checkout.server.ts';
import { BUYERS } from '#app/modules/payments/checkout/checkout-hold.ts';
import { unavailableMessage } from '#app/modules/payments/checkout/messages.ts';
import { closingMessage, closingTitle } from '#app/modules/store/closing/messages.ts';
import { findClosingFor } from '#app/modules/store/closing/closing.server.ts';
import { stopsPayment } from '#app/modules/store/closing/closing.ts';
import { isPaidTooLate } from '#app/modules/orders/orders/order-life.ts';
import { awaitsCheck } from '#app/modules/orders/orders/order-payment.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { cashMessage, cashOnDelivery, isCashByPin } from '#app/modules/payments/payments/cash-on-delivery.ts';
import { payeeOf } from '#app/modules/store/settings/payee.ts';
import type { PaymentState } from '#app/modules/payments/payments/payment-state.ts';
import { drawUpiPayment, findWaitingOrder, offeredMethods } from '#app/modules/payments/payments/payments.server.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/media.server.ts';
import { readZipCode } from '#app/modules/store/shipping/address-forms.ts';
import { isDecidedByPin } from '#app/modules/store/shipping/shipping.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { CheckoutShell } from '#app/ui/layouts/checkout-shell.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { useLastAnswer } from '#app/ui/kit/use-last-answer.ts';
import { brandOf } from '#app/routes/brand.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { offersOnline, paymentOptions, type PaymentOption } from '#app/routes/storefront/payment/methods.ts';
import { PaymentWindow } from '#app/routes/storefront/payment/payment-window.tsx';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import type { Route } from './+types/checkout.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { CheckedReference } from './checked-reference.tsx';
import { ClosedShop } from './closed-shop.tsx';
import { AlreadyPaid } from './already-paid.tsx';
import { checkPayOnline, isPayOnline, takeButton } from './checkout-form.ts';
import { handleCheckout, showPlaced } from './checkout-intents.server.ts';
import { type Answer, FORM, FURTHER, PAY_BY, type PayBy, PIN } from './open-checkout.ts';
import { OpenForm } from './open-form.tsx';
import { isSignedOut, signedOutAnswer } from '#app/routes/stay-here.ts';
import { forgetTyped } from './restore-typed.ts';
import { PendingOrder } from './pending-order.tsx';
import { PlacedBefore } from './placed-before.tsx';

export const links = wholeStyleSheet;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Checkout',
    description: 'Where your order goes and how it is paid.',
    path: href('/checkout'),
    hidden: true,
  });

/**
 * The checkout of the cart, or of an order that waits for its payment. `?payment=ID` is that order with the payment window
 * open, so that a reload comes back to it; `?again=ID` fills in what was typed for an order that was taken back.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  const visit = context.get(visitContext);
  const named = url.searchParams.get('payment') ?? undefined;
  const again = url.searchParams.get('again');
  const [waiting, before, cart, settings, profile, saved, offer, last, closing, typed] = await Promise.all([
    findWaitingOrder(shop, named),
    again ? findWaitingOrder(shop, again) : undefined,
    getCart(shop, NO_GUEST_CART),
    getSettings(shop),
    getProfile(shop),
    listAddresses(shop),
    currentOffer(shop),
    lastShippingAddress(shop),
    findClosingFor(shop),
    findTypedAddress(shop),
  ]);
  const opens = url.searchParams.get('open');
  // What is paid in parts has a page of its own: here is its payment window alone.
  const isPart = waiting !== undefined && waiting.order.advance !== null;
  if (isPart && waiting.payment.stage !== 'processing' && (!opens || isSettled(waiting.payment)))
    throw redirect(href('/profile/orders/:id/pay', { id: waiting.order.id }), 303);
  const further = url.searchParams.has(FURTHER) ? waiting?.furtherReference : undefined;
  const order = named ? waiting?.order : undefined;
  const reference =
    further ?? (order && (isPaidTooLate(order) || awaitsCheck(order)) ? order.paymentReferenceId : undefined);
  if (named && waiting?.payment.stage === 'paid' && !reference) throw showPlaced(visit, named);
  const code = visit.couponCode;
  const place: Partial<Address> = profile.address ?? last ?? { zipCode: visit.zipCode };
  // What was typed for an order that was taken back, else into this checkout, else what is saved, else where the last parcel went.
  const known = before?.order.shippingAddress ?? {
    ...profile,
    phone: profile.phone || (last?.phone ?? ''),
    ...place,
    ...typed,
  };
  const lines = pricedLines(cart).map((line) => ({ ...line, seenAnswers: digestAnswers(line.personalization) }));
  const zipCode = visit.typedZipCode ?? readZipCode(url.searchParams.get(PIN)) ?? known.zipCode;
  const { totals: prepaid, coupon } = await quoteCart(shop, { lines, settings, coupon: code, zipCode });
  // It stopped working since it was applied: told once, below, then forgotten.
  if (coupon && !coupon.ok) visit.keepCoupon(undefined);
  const unanswered = lines.filter((line) => line.unanswered.length > 0);
  const unavailable = cart.lines.filter((line) => !line.available);
  const gone = unavailable.map((line) => line.artwork?.title ?? 'A piece');
  const bought = await findBeingBought(
    shop,
    unavailable.map((line) => line.artworkId),
  );
  const goneNotes = unavailable.map(({ artworkId }, at) =>
    unavailableMessage(
      gone[at]!,
      BUYERS.find((buyer) => bought[buyer].includes(artworkId)),
    ),
  );
  const pictures = await picturesByUrl(shop, waiting?.order.items.map((item) => item.image) ?? []);
  const isStopped = waiting !== undefined && stopsPayment(closing, waiting.order);
  const showsQr = waiting !== undefined && !isStopped && (isPart || !waiting.order.stockWaitsForPayment);
  const payee = payeeOf(settings.upi);
  const takesCash = settings.paymentMethods.includes('cod');
  const about = { total: prepaid.total, zipCode: zipCode ?? '', open: takesCash ? await countOpenCashOrders(shop) : 0 };
  const offered = offeredMethods(shop, settings, about);
  const options = isStopped ? [] : paymentOptions(offered, settings.upi.isMerchant);
  const checked =
    order && reference ? { order, reference, refundBusinessDays: settings.promises.refundBusinessDays } : undefined;
  const shared = {
    checked,
    closed: undefined,
    placed: undefined,
    brand: brandOf(shop, settings),
    payee: settings.upi.name ?? settings.shopName,
    contact: settings.contact,
    known,
    addresses: last ? withLast(saved, last) : saved,
    maySaveAddress: saved.length < MAX_ADDRESSES,
    savesAddress: saved.length === 0,
    lines,
    gone,
    goneNotes,
    unanswered: unanswered.map(({ id, artwork }) => ({ id, title: artwork.title })),
    lowered: cart.lowered,
    options,
    waiting: waiting && {
      ...waiting,
      isNamed: named !== undefined,
      opensGateway: opens === 'gateway',
      pictures: Object.fromEntries(pictures),
      upi:
        payee && showsQr
          ? drawUpiPayment(payee, { amount: waiting.payment.amount, orderNumber: waiting.order.orderNumber })
          : undefined,
    },
  };
  // What was sold meanwhile is told in the form, with all that was typed: somebody may have paid for it already.
  if (checked || isPart || (lines.length === 0 && gone.length === 0)) {
    const placed = waiting || checked ? undefined : await findJustPlaced(shop);
    return { ...shared, placed, open: undefined };
  }

  const applied = coupon?.ok ? { code: coupon.value.code, percentage: coupon.value.discountPercentage } : undefined;
  const method = offered.find(isReferenceMethod);
  const methods: PayBy[] = [
    ...(method ? ['upi' as const] : []),
    ...(offersOnline(options) ? ['online' as const] : []),
    ...(offered.includes('cod') ? ['cash' as const] : []),
  ];
  const chosen = visit.payBy ?? url.searchParams.get(PAY_BY);
  // Without cash there is nothing to choose: the other ways stand side by side.
  const payBy = (methods.includes('cash') && methods.find((each) => each === chosen)) || methods[0];
  const isCash = payBy === 'cash';
  const { totals } = isCash ? await quoteCart(shop, { lines, settings, coupon, zipCode, isCash }) : { totals: prepaid };
  const cash = cashOnDelivery(settings, about);
  const { charge, confirmByPhone } = settings.cashOnDelivery;
  const { attempt, hold } = await openCheckoutWithHold(shop, { lines, totals: prepaid });
  // What was held, or may have been paid already, goes on.
  if (closing && attempt.drawnTotal === null && hold.stage === 'none')
    return { ...shared, closed: { title: closingTitle(closing), message: closingMessage(closing) }, open: undefined };
  const open = {
    key: attempt.key,
    orderNumber: attempt.orderNumber,
    totals,
    applied,
    hint: offer && `Try ${offer.code} for ${offer.discountPercentage}% off.`,
    couponError: coupon && !coupon.ok ? couponMessages[coupon.reason] : undefined,
    method,
    methods,
    payBy,
    cash: cash.ok ? { charge, callsFirst: confirmByPhone } : undefined,
    cashProblem: takesCash && !cash.ok ? cashMessage(cash) : undefined,
    returnWithinDays: settings.promises.returnWithinDays,
    isInsured: settings.promises.isInsured,
    delivery: zipCode
      ? await quoteDelivery(shop, {
          settings,
          zipCode,
          amount: afterDiscount(prepaid),
          gstAmount: prepaid.gstAmount,
        })
      : undefined,
    quotedFor: isDecidedByPin(settings) || (takesCash && isCashByPin(settings)) ? (zipCode ?? '') : undefined,
    hold,
    upi:
      payee && hold.stage === 'held'
        ? drawUpiPayment(payee, { amount: prepaid.total, orderNumber: attempt.orderNumber })
        : undefined,
  };
  return { ...shared, open };
}

const isSettled = ({ stage }: PaymentState) => stage === 'paid' || stage === 'over';

/** The saved addresses, and the one of the last order if it is none of them. */
function withLast(saved: SavedAddress[], last: Address): SavedAddress[] {
  const isSaved = saved.some(({ address }) => address.street === last.street && address.zipCode === last.zipCode);
  return isSaved ? saved : [...saved, { id: 'last-order', label: 'Last order', address: last }];
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  return handleCheckout(shop, context.get(visitContext), await request.formData());
}

/** When the order or a coupon could not be sent, or the shop broke, the page stays with all that was typed; the same key makes a second try safe. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const button = takeButton(form);
  const { typed, intent } = button;
  // Validated here by the same rules, so that the window opens at once; Pay is validated by the server.
  if (isPayOnline(intent)) return checkPayOnline(form, button);
  return serverAction().catch(async (error: unknown) => {
    if (await isSignedOut(error)) {
      const answer = signedOutAnswer(intent === 'place-order' ? NOT_ORDERED : undefined);
      return data({ typed, ...answer }, { status: NOT_REACHED });
    }
    // It leads on: the order is placed.
    if (error instanceof Response) {
      forgetTyped();
      throw error;
    }
    if (intent === 'show-qr') return data({ typed, holdError: QR_NOT_REACHED }, { status: NOT_REACHED });
    const notSent =
      intent === 'apply-coupon' ? { errors: { couponCode: COUPON_PROBLEM } } : { formError: ORDER_MESSAGES.failed };
    return data({ typed, ...notSent }, { status: NOT_REACHED });
  });
}

const NOT_REACHED = 503;
const NOT_ORDERED =
  'No order was made yet: you are no longer signed in. Sign in in another tab, then complete your order here; everything you typed is kept.';
const QR_NOT_REACHED = 'The shop could not be reached. Nothing is held; try again.';

/** The summary must be fresh after a refusal, too; but reading it again would fail like the post when the shop was not reached. */
export const shouldRevalidate = ({ actionStatus, formData, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== NOT_REACHED &&
  !isPayOnline(formData?.get('intent')) &&
  // The answer has the QR; while somebody pays in another app the network may be away for more. It may come while another PIN
  // code is on its way, which is to be loaded all the same.
  !(formData?.get('intent') === 'show-qr' && actionStatus === 200 && currentUrl.href === nextUrl.href);

/** Where the payment window of an order is closed to. */
const leaveFor = ({ id, advance }: Pick<Order, 'id' | 'advance'>) =>
  advance === null ? href('/checkout') : href('/profile/orders/:id/pay', { id });

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, payee, contact, checked, closed, placed, open, waiting, options } = loaderData;
  const { shopName } = brand;
  const navigation = useNavigation();
  const isSending = navigation.formMethod === 'POST';
  const isPlacing = navigation.formData?.get('online') === 'yes';
  // The payment window, which the answer opened, stays while it sends the order.
  const answer = useLastAnswer<Answer>(actionData, open?.key, isSending && !isPlacing);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const submit = useSubmit();
  const [isChoosing, setChoosing] = useState(false);
  // A refusal of the order closes the window: what must be mended is on the page.
  useEffect(() => setChoosing(Boolean(answer?.paying)), [answer]);
  // The window gives the focus back to its button, which may be far from the reason.
  useEffect(() => {
    if (!isChoosing) document.querySelector<HTMLElement>('.error-summary')?.focus();
  }, [isChoosing]);

  const place = (option: PaymentOption) => {
    const form = document.getElementById(FORM);
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    fields.set('paymentMethod', option.method);
    fields.set('paymentReferenceId', '');
    // What the shopper chose to do about a code that isn't applied was asked before the window opened.
    fields.delete(TYPED_COUPON);
    fields.set('online', 'yes');
    // To this address, PIN code and all: a QR that comes meanwhile has nothing read anew for another.
    void submit(fields, { method: 'post', preventScrollReset: true });
  };
  const isPaying = waiting?.isNamed && !checked && waiting.payment.stage !== 'over';
  const opens = hydrated && options.length > 0 && (isPaying || (isChoosing && open !== undefined));
  return (
    <CheckoutShell shopName={shopName}>
      {checked ? (
        <CheckedReference {...checked} contact={contact} />
      ) : open ? (
        <OpenForm key={open.key} checkout={loaderData} open={open} answer={answer} />
      ) : waiting && waiting.order.advance !== null ? (
        <main id="main" className="wrap">
          <EmptyState
            level={1}
            title={`Order ${waiting.order.orderNumber} waits for its payment`}
            action={
              <ButtonLink to={href('/profile/orders/:id/pay', { id: waiting.order.id })}>Back to the order</ButtonLink>
            }
          >
            {formatRupees(waiting.payment.amount)} is to be paid now.
          </EmptyState>
        </main>
      ) : waiting ? (
        <PendingOrder waiting={waiting} answer={answer} options={options} />
      ) : closed ? (
        <ClosedShop {...closed} />
      ) : (
        <main id="main" className="wrap">
          {answer?.formError ? (
            <div className="mt-6 grid gap-4">
              <Note tone="alert">{answer.formError}</Note>
              <AlreadyPaid contact={contact} reference={answer.typed.paymentReferenceId} />
            </div>
          ) : null}
          {placed ? (
            <PlacedBefore {...placed} />
          ) : (
            <EmptyState
              level={1}
              title={ORDER_MESSAGES['cart-empty']}
              action={<ButtonLink to={href('/gallery')}>Continue Shopping</ButtonLink>}
            />
          )}
        </main>
      )}
      {opens ? (
        <PaymentWindow
          {...{ shopName, payee, options, place }}
          orderNumber={isPaying ? waiting.order.orderNumber : open!.orderNumber}
          amount={isPaying ? waiting.payment.amount : open!.totals.total}
          waiting={isPaying ? waiting : undefined}
          placing={isPlacing}
          onClose={() => {
            setChoosing(false);
            if (waiting?.isNamed) void navigate(leaveFor(waiting.order), { replace: true, preventScrollReset: true });
          }}
        />
      ) : null}
    </CheckoutShell>
  );
}
