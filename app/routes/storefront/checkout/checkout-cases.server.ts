import { href, redirect } from 'react-router';
import { isReferenceMethod } from '#app/basics/payment-methods.ts';
import type { Address } from '#app/basics/address.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { MAX_ADDRESSES, type SavedAddress } from '#app/modules/identity/accounts/account.ts';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { listAddresses } from '#app/modules/identity/addresses/addresses.server.ts';
import { pricedLines } from '#app/modules/orders/cart/cart.ts';
import { getCart } from '#app/modules/orders/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { currentOffer } from '#app/modules/orders/coupons/coupons.server.ts';
import { couponMessages } from '#app/modules/orders/coupons/messages.ts';
import { isPaidTooLate } from '#app/modules/orders/orders/order-life.ts';
import { awaitsCheck } from '#app/modules/orders/orders/order-payment.ts';
import { afterDiscount } from '#app/modules/orders/pricing/pricing.ts';
import { addressOfOrder, BUYERS, type TypedAddress } from '#app/modules/payments/checkout/checkout-hold.ts';
import {
  countOpenCashOrders,
  digestAnswers,
  findBeingBought,
  findJustPlaced,
  findTypedAddress,
  findLastShippingAddress,
  openCheckoutWithHold,
  quoteCart,
  quoteDelivery,
} from '#app/modules/payments/checkout/checkout.server.ts';
import { unavailableMessage } from '#app/modules/payments/checkout/messages.ts';
import { cashMessage, cashOnDelivery, isCashByPin } from '#app/modules/payments/payments/cash-on-delivery.ts';
import { type PayDevice, payDeviceOf, takesAppLink } from '#app/modules/payments/payments/upi-apps.ts';
import type { PaymentState } from '#app/modules/payments/payments/payment-state.ts';
import { drawUpiPayment, findWaitingOrder, offeredMethods } from '#app/modules/payments/payments/payments.server.ts';
import { findClosingFor } from '#app/modules/store/closing/closing.server.ts';
import { isPaymentBlocked } from '#app/modules/store/closing/closing.ts';
import { closingMessage, closingTitle } from '#app/modules/store/closing/messages.ts';
import { payeeOf } from '#app/modules/store/settings/payee.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { readZipCode } from '#app/modules/store/shipping/address-forms.ts';
import { isDecidedByPin } from '#app/modules/store/shipping/shipping.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { toBrand } from '#app/routes/brand.server.ts';
import { offersOnline, paymentOptions } from '#app/routes/storefront/payment/methods.ts';
import type { Visit } from '#app/routes/visit.server.ts';
import { showPlaced } from './checkout-forms.server.ts';
import { FURTHER, PAY_BY, type PayBy, PIN } from './open-checkout.ts';

type Facts = Awaited<ReturnType<typeof readFacts>>;
type PricedCart = Awaited<ReturnType<typeof priceCart>>;

/**
 * Returns the kind of checkout and its data. `?payment=ID` opens a payment window; `?again=ID` restores a cancelled
 * order's fields.
 */
export async function readCheckout(shop: Shop, visit: Visit, url: URL, userAgent: string | null) {
  const facts = await readFacts(shop, url);
  const { waiting, isPart, lateReference, settings, closing } = facts;
  if (isPart && waiting!.payment.stage !== 'processing' && (!facts.opens || isSettled(waiting!.payment)))
    throw redirect(href('/profile/orders/:id/pay', { id: waiting!.order.id }), 303);
  if (facts.named && waiting?.payment.stage === 'paid' && !lateReference) throw showPlaced(facts.named);

  const priced = await priceCart(shop, visit, url, facts);
  const common = await readPaymentWindow(shop, facts, priced, payDeviceOf(userAgent));
  if (lateReference)
    return {
      ...common,
      kind: 'late' as const,
      ...lateReference,
      refundBusinessDays: settings.promises.refundBusinessDays,
    };
  if (common.waiting && isPart) return { ...common, kind: 'part' as const, waiting: common.waiting };
  // Sold pieces stay in the form, because the shopper may have paid for them.
  if (priced.lines.length === 0 && priced.unavailableTitles.length === 0)
    return common.waiting
      ? { ...common, kind: 'waiting' as const, waiting: common.waiting }
      : { ...common, kind: 'empty' as const, placed: await findJustPlaced(shop) };

  const { attempt, hold } = await openCheckoutWithHold(shop, { lines: priced.lines, totals: priced.prepaid });
  // A checkout that holds stock or may have been paid can continue.
  if (closing && attempt.drawnTotal === null && hold.stage === 'none')
    return common.waiting
      ? { ...common, kind: 'waiting' as const, waiting: common.waiting }
      : { ...common, kind: 'closed' as const, title: closingTitle(closing), message: closingMessage(closing) };
  return {
    ...common,
    kind: 'open' as const,
    ...readForm(facts, priced),
    open: await readOpen(shop, visit, url, { facts, priced, ...common, attempt, hold }),
  };
}

async function readFacts(shop: Shop, url: URL) {
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
    findLastShippingAddress(shop),
    findClosingFor(shop),
    findTypedAddress(shop),
  ]);
  const order = named ? waiting?.order : undefined;
  const further = url.searchParams.has(FURTHER) ? waiting?.furtherReference : undefined;
  const reference =
    further ?? (order && (isPaidTooLate(order) || awaitsCheck(order)) ? order.paymentReferenceId : undefined);
  return {
    named,
    opens: url.searchParams.get('open'),
    waiting,
    // An order paid in parts has its own page. Only its payment window is shown here.
    isPart: waiting !== undefined && waiting.order.advance !== null,
    lateReference: order && reference ? { order, reference } : undefined,
    before,
    cart,
    settings,
    profile,
    saved,
    offer,
    last,
    closing,
    typed,
  };
}

const isSettled = ({ stage }: PaymentState) => stage === 'paid' || stage === 'over';

async function priceCart(shop: Shop, visit: Visit, url: URL, { before, cart, settings, profile, last, typed }: Facts) {
  const place: Partial<Address> = profile.address ?? last ?? { zipCode: visit.zipCode };
  const prefilledAddress: TypedAddress = (before && addressOfOrder(before.order)) ?? {
    ...profile,
    phone: profile.phone || (last?.phone ?? ''),
    ...place,
    ...typed,
  };
  const lines = pricedLines(cart).map((line) => ({ ...line, seenAnswers: digestAnswers(line.personalization) }));
  const zipCode = visit.typedZipCode ?? readZipCode(url.searchParams.get(PIN)) ?? prefilledAddress.zipCode;
  const code = visit.couponCode;
  const { totals: prepaid, includedGst, coupon } = await quoteCart(shop, { lines, settings, coupon: code, zipCode });
  if (coupon && !coupon.ok) visit.keepCoupon(undefined);
  const unavailable = cart.lines.filter((line) => !line.available);
  const unavailableTitles = unavailable.map((line) => line.artwork?.title ?? 'A piece');
  const bought = await findBeingBought(
    shop,
    unavailable.map((line) => line.artworkId),
  );
  const unavailableNotes = unavailable.map(({ artworkId }, at) =>
    unavailableMessage(
      unavailableTitles[at]!,
      BUYERS.find((buyer) => bought[buyer].includes(artworkId)),
    ),
  );
  const offersCash = settings.paymentMethods.includes('cod');
  const cashOrder = {
    total: prepaid.total,
    zipCode: zipCode ?? '',
    open: offersCash ? await countOpenCashOrders(shop) : 0,
  };
  const offered = offeredMethods(shop, settings, cashOrder);
  return {
    prefilledAddress,
    lines,
    zipCode,
    prepaid,
    includedGst,
    coupon,
    unavailableTitles,
    unavailableNotes,
    offersCash,
    cashOrder,
    offered,
  };
}

async function readPaymentWindow(shop: Shop, facts: Facts, { offered, prepaid }: PricedCart, device: PayDevice) {
  const { waiting, settings, closing, isPart } = facts;
  const isStopped = waiting !== undefined && isPaymentBlocked(closing, waiting.order);
  const showsQr = waiting !== undefined && !isStopped && (isPart || !waiting.order.stockWaitsForPayment);
  const payee = payeeOf(settings.upi);
  const pictures = await picturesByUrl(shop, waiting?.order.items.map((item) => item.image) ?? []);
  const opensApp =
    device.upiApps.includes('any') &&
    payee !== undefined &&
    takesAppLink(payee, waiting?.payment.amount ?? prepaid.total);
  return {
    device,
    brand: toBrand(shop, settings),
    payee: settings.upi.name ?? settings.shopName,
    contact: settings.contact,
    options: isStopped ? [] : paymentOptions(offered, opensApp),
    waiting: waiting && {
      ...waiting,
      isNamed: facts.named !== undefined,
      opensGateway: facts.opens === 'gateway',
      pictures: Object.fromEntries(pictures),
      upi:
        payee && showsQr
          ? drawUpiPayment(payee, { amount: waiting.payment.amount, orderNumber: waiting.order.orderNumber })
          : undefined,
    },
  };
}

function readForm(
  { cart, saved, last }: Facts,
  { prefilledAddress, lines, unavailableTitles, unavailableNotes }: PricedCart,
) {
  const unanswered = lines.filter((line) => line.unanswered.length > 0);
  return {
    prefilledAddress,
    addresses: last ? withLast(saved, last) : saved,
    maySaveAddress: saved.length < MAX_ADDRESSES,
    savesAddress: saved.length === 0,
    lines,
    unavailableTitles,
    unavailableNotes,
    unanswered: unanswered.map(({ id, artwork }) => ({ id, title: artwork.title })),
    lowered: cart.lowered,
  };
}

function withLast(saved: SavedAddress[], last: Address): SavedAddress[] {
  const isSaved = saved.some(({ address }) => address.street === last.street && address.zipCode === last.zipCode);
  return isSaved ? saved : [...saved, { id: 'last-order', label: 'Last order', address: last }];
}

async function readOpen(
  shop: Shop,
  visit: Visit,
  url: URL,
  {
    facts: { settings, offer },
    priced: { lines, zipCode, prepaid, includedGst, coupon, offersCash, cashOrder, offered },
    options,
    device,
    attempt,
    hold,
  }: {
    facts: Facts;
    priced: PricedCart;
    options: ReturnType<typeof paymentOptions>;
    device: PayDevice;
  } & Awaited<ReturnType<typeof openCheckoutWithHold>>,
) {
  const method = offered.find(isReferenceMethod);
  const byUpi: PayBy[] = method ? ['upi'] : [];
  const online: PayBy[] = offersOnline(options) ? ['online'] : [];
  const methods: PayBy[] = [
    ...(device.isPhone ? [...online, ...byUpi] : [...byUpi, ...online]),
    ...(offered.includes('cod') ? ['cash' as const] : []),
  ];
  const chosen = visit.payBy ?? url.searchParams.get(PAY_BY);
  const payBy = (methods.includes('cash') && methods.find((each) => each === chosen)) || methods[0];
  const isCash = payBy === 'cash';
  const quote = isCash
    ? await quoteCart(shop, { lines, settings, coupon, zipCode, isCash })
    : { totals: prepaid, includedGst };
  const cash = cashOnDelivery(settings, cashOrder);
  const { charge, confirmByPhone } = settings.cashOnDelivery;
  const payee = payeeOf(settings.upi);
  return {
    key: attempt.key,
    orderNumber: attempt.orderNumber,
    totals: quote.totals,
    includedGst: quote.includedGst,
    chargesGst: settings.seller.status === 'regular',
    applied: coupon?.ok ? { code: coupon.value.code, percentage: coupon.value.discountPercentage } : undefined,
    hint: offer && `Try ${offer.code} for ${offer.discountPercentage}% off.`,
    couponError: coupon && !coupon.ok ? couponMessages[coupon.reason] : undefined,
    method,
    methods,
    payBy,
    cash: cash.ok ? { charge, isCallRequired: confirmByPhone } : undefined,
    cashProblem: offersCash && !cash.ok ? cashMessage(cash) : undefined,
    returnWithinDays: settings.promises.returnWithinDays,
    isInsured: settings.promises.isInsured,
    delivery: zipCode
      ? await quoteDelivery(shop, {
          settings,
          zipCode,
          amount: afterDiscount(prepaid),
        })
      : undefined,
    quotedFor: isDecidedByPin(settings) || (offersCash && isCashByPin(settings)) ? (zipCode ?? '') : undefined,
    hold,
    upi:
      payee && hold.stage === 'held'
        ? drawUpiPayment(payee, { amount: prepaid.total, orderNumber: attempt.orderNumber })
        : undefined,
  };
}
