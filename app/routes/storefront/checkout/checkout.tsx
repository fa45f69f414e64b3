import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router';
import { getProfile } from '#app/modules/accounts/accounts.server.ts';
import { type AvailableLine, isAvailable, pricedLines } from '#app/modules/cart/cart.ts';
import { getCart } from '#app/modules/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/cart/guest-cart.ts';
import { checkCoupon, currentOffer } from '#app/modules/coupons/coupons.server.ts';
import { couponMessages } from '#app/modules/coupons/messages.ts';
import { readCheckoutForm } from '#app/modules/orders/forms.ts';
import { ORDER_MESSAGES, placeOrderMessage } from '#app/modules/orders/messages.ts';
import { openCheckout, placeOrder } from '#app/modules/orders/orders.server.ts';
import { isReferenceMethod } from '#app/modules/payments/payment.ts';
import { drawUpiPayment } from '#app/modules/payments/payments.server.ts';
import { price } from '#app/modules/pricing/pricing.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { CheckoutShell } from '#app/ui/layouts/checkout-shell.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { GrowthMotif } from '#app/ui/shop/ornaments.tsx';
import type { Route } from './+types/checkout.ts';
import { AddressFields } from './address-fields.tsx';
import { Finish } from './finish.tsx';
import { type Answer, FORM, type Open } from './open-checkout.ts';
import { Summary } from './summary.tsx';
import { UpiBox } from './upi-box.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  const visit = context.get(visitContext);
  const code = visit.couponCode;
  const [cart, settings, profile, offer, coupon] = await Promise.all([
    getCart(shop, NO_GUEST_CART),
    getSettings(shop),
    getProfile(shop),
    currentOffer(shop),
    code === undefined ? undefined : checkCoupon(shop, code),
  ]);
  // It stopped working since it was applied: told once, below, then forgotten (decision 12).
  if (coupon && !coupon.ok) visit.keepCoupon(undefined);
  const lines = cart.lines.filter(isAvailable);
  const gone = cart.lines.filter((line) => !line.available).map((line) => line.artwork?.title ?? 'A piece');
  const shared = { shopName: settings.shopName, profile, lines, gone, lowered: cart.lowered };
  if (lines.length === 0) return { ...shared, open: undefined };

  const applied = coupon?.ok ? { code: coupon.value.code, percentage: coupon.value.discountPercentage } : undefined;
  const zipCode = profile.address?.zipCode;
  const totals = price({
    lines: pricedLines(cart),
    discountPercentage: applied?.percentage,
    settings,
    destination: zipCode ? { zipCode } : undefined,
  });
  const attempt = await openCheckout(shop);
  const open = {
    key: attempt.key,
    totals,
    applied,
    hint: offer && `Try ${offer.code} for ${offer.discountPercentage}% off.`,
    couponTrouble: coupon && !coupon.ok ? couponMessages[coupon.reason] : undefined,
    method: settings.paymentMethods.find(isReferenceMethod),
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

  const read = readCheckoutForm(form);
  if (!read.ok) return data({ typed, ...shownErrors(read.errors) }, { status: 422 });
  const placed = await placeOrder(shop, read.value);
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

/** When the order could not be sent, or the shop broke, the page stays with all that was typed (S1 §8); the same key makes a second try safe. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = typedIn(await request.clone().formData());
  return serverAction().catch((trouble: unknown) => {
    if (trouble instanceof Response) throw trouble;
    return data({ typed, formError: ORDER_MESSAGES.trouble }, { status: NOT_REACHED });
  });
}

const NOT_REACHED = 503;
const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'));

/** The summary must be fresh after a refusal, too; but reading it again would fail like the post when the shop was not reached. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== NOT_REACHED;

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
  const { shopName, profile, lines, gone, open } = loaderData;
  const answer: Answer | undefined = actionData;
  return (
    <CheckoutShell shopName={shopName}>
      <title>{`Checkout | ${shopName}`}</title>
      <meta name="robots" content="noindex" />
      {open ? (
        <OpenCheckout key={open.key} {...{ profile, lines, gone, open, answer }} lowered={loaderData.lowered} />
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
    </CheckoutShell>
  );
}

function OpenCheckout({
  profile,
  lines,
  gone,
  lowered,
  open,
  answer,
}: {
  profile: Route.ComponentProps['loaderData']['profile'];
  lines: AvailableLine[];
  gone: string[];
  lowered: string[];
  open: Open;
  answer: Answer | undefined;
}) {
  const navigation = useNavigation();
  const sent =
    navigation.formMethod === 'POST' && navigation.formAction?.startsWith('/checkout')
      ? navigation.formData
      : undefined;
  const errors = answer?.errors ?? {};
  const typed = answer?.typed ?? {};
  return (
    <div className="checkout">
      {/* Enter in any field presses the first button of the form: this one, not Apply. */}
      <button type="submit" form={FORM} className="sr-only" tabIndex={-1} aria-hidden="true">
        Complete Order
      </button>
      <Summary
        lines={lines}
        open={open}
        couponError={errors['couponCode'] ?? open.couponTrouble}
        typedCode={typed['couponCode']}
        busyWith={sent?.get('intent')}
      />
      <main id="main" className="checkout-main">
        <h1>Checkout</h1>
        <Form method="post" id={FORM} noValidate>
          <input type="hidden" name="key" value={open.key} />
          <input type="hidden" name="seenTotal" value={open.totals.total} />
          <input type="hidden" name="paymentMethod" value={open.method ?? ''} />
          {lines.map((line) => (
            <span key={line.id} hidden>
              <input type="hidden" name="artworkId" value={line.artworkId} />
              <input type="hidden" name="quantity" value={line.quantity} />
              <input type="hidden" name="price" value={line.artwork.price} />
            </span>
          ))}
          <div className="mb-6 empty:hidden">
            <ErrorSummary errors={errors} formError={answer?.formError} />
          </div>
          {lowered.map((title) => (
            <Note
              key={title}
              className="mb-4"
            >{`There are fewer of ${title} than you had in your cart. We have lowered its quantity.`}</Note>
          ))}
          {gone.map((title) => (
            <Note key={title} tone="alert" className="mb-4">
              {title} is not available any more.{' '}
              <a className="link" href="/cart">
                Remove it from your cart
              </a>{' '}
              to go on.
            </Note>
          ))}

          <AddressFields profile={profile} typed={typed} errors={errors} />

          <section className="checkout-step" aria-labelledby="pay">
            <header>
              <GrowthMotif stage={3} />
              <h2 id="pay">Pay by UPI</h2>
            </header>
            <UpiBox upi={open.upi} />
            <Finish
              totals={open.totals}
              applied={open.applied}
              typed={typed['paymentReferenceId']}
              error={errors['paymentReferenceId']}
              busy={Boolean(sent && !sent.has('intent'))}
              reason={
                gone.length > 0
                  ? 'Remove what is not available any more from your cart first.'
                  : open.method
                    ? undefined
                    : 'Paying by UPI is paused. Please write to us.'
              }
            />
          </section>
        </Form>
      </main>
    </div>
  );
}
