import { useEffect, useRef, useState } from 'react';
import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router';
import { shippingAddressShape } from '#app/basics/address.ts';
import { STATES, STATES_AND_TERRITORIES, UNION_TERRITORIES } from '#app/basics/india.ts';
import { formatRupees, times } from '#app/basics/money.ts';
import { stateOfPin } from '#app/basics/pin-codes.ts';
import { getProfile } from '#app/modules/accounts/accounts.server.ts';
import { type AvailableLine, isAvailable, pricedLines } from '#app/modules/cart/cart.ts';
import { getCart } from '#app/modules/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/cart/guest-cart.ts';
import { checkCoupon, currentOffer } from '#app/modules/coupons/coupons.server.ts';
import { couponMessages, offApplied } from '#app/modules/coupons/messages.ts';
import { readCheckoutForm } from '#app/modules/orders/forms.ts';
import { ORDER_MESSAGES, placeOrderMessage } from '#app/modules/orders/messages.ts';
import { openCheckout, placeOrder } from '#app/modules/orders/orders.server.ts';
import { PAYMENT_MESSAGES } from '#app/modules/payments/messages.ts';
import { isReferenceMethod, normaliseReference } from '#app/modules/payments/payment.ts';
import { drawUpiPayment, type UpiPayment } from '#app/modules/payments/payments.server.ts';
import { price, type Totals } from '#app/modules/pricing/pricing.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { CheckoutShell } from '#app/ui/layouts/checkout-shell.tsx';
import { Button, ButtonLink, IconButton } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, fieldId, Select } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { GrowthMotif } from '#app/ui/shop/ornaments.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/checkout.ts';

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

type Answer = { typed: Record<string, string>; errors?: Record<string, string>; formError?: string };
type Open = {
  key: string;
  totals: Totals;
  applied?: { code: string; percentage: number };
  hint?: string;
  couponTrouble?: string;
  method?: string;
  upi: UpiPayment;
};

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

const FORM = 'checkout';

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
  const state = useRef<HTMLSelectElement>(null);
  const suggestState = (pin: string) => {
    const suggested = stateOfPin(pin);
    if (suggested && state.current?.value === '') state.current.value = suggested;
  };
  const known = profile.address;
  const knownState = STATES_AND_TERRITORIES.find((name) => name === known?.state);
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

          <section className="checkout-step" aria-labelledby="contact">
            <header>
              <GrowthMotif stage={1} />
              <h2 id="contact">Contact</h2>
            </header>
            <Field
              label="Full name"
              name="name"
              autoComplete="name"
              required
              defaultValue={typed['name'] ?? profile.name}
              error={errors['name']}
              check={judgedBy('name')}
            />
            <div className="form-row">
              <Field
                label="Email"
                name="email"
                type="email"
                autoComplete="email"
                required
                defaultValue={typed['email'] ?? profile.email}
                error={errors['email']}
                check={judgedBy('email')}
              />
              <Field
                label="Phone"
                name="phone"
                type="tel"
                inputMode="numeric"
                autoComplete="tel-national"
                required
                className="num"
                defaultValue={typed['phone'] ?? profile.phone}
                error={errors['phone']}
                check={judgedBy('phone')}
              />
            </div>
            <p className="field-hint">For news of your parcel, and in case the courier can’t find you.</p>
          </section>

          <section className="checkout-step" aria-labelledby="delivery">
            <header>
              <GrowthMotif stage={2} />
              <h2 id="delivery">Delivery address</h2>
            </header>
            <Field
              label="PIN code"
              name="zipCode"
              hint="6 digits"
              inputMode="numeric"
              autoComplete="postal-code"
              required
              className="num max-w-44"
              defaultValue={typed['zipCode'] ?? known?.zipCode}
              error={errors['zipCode']}
              check={judgedBy('zipCode')}
              onBlur={(event) => suggestState(event.target.value)}
            />
            <Field
              label="House, street, area"
              name="street"
              autoComplete="street-address"
              required
              defaultValue={typed['street'] ?? known?.street}
              error={errors['street']}
              check={judgedBy('street')}
            />
            <div className="form-row">
              <Field
                label="City or town"
                name="city"
                autoComplete="address-level2"
                required
                defaultValue={typed['city'] ?? known?.city}
                error={errors['city']}
                check={judgedBy('city')}
              />
              <Select
                label="State"
                name="state"
                ref={state}
                autoComplete="address-level1"
                required
                defaultValue={typed['state'] ?? knownState ?? ''}
                error={errors['state']}
              >
                <option value="">Choose a state</option>
                <optgroup label="States">
                  {STATES.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </optgroup>
                <optgroup label="Union territories">
                  {UNION_TERRITORIES.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </optgroup>
              </Select>
            </div>
            <p className="field-hint">Country: India. We deliver within India only.</p>
          </section>

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

/** Judges one field of the address by the shape that the server uses. */
const judgedBy = (name: keyof typeof shippingAddressShape.shape) => (value: string) =>
  shippingAddressShape.shape[name].safeParse(value).error?.issues[0]?.message;

function Summary({
  lines,
  open,
  couponError,
  typedCode,
  busyWith,
}: {
  lines: AvailableLine[];
  open: Open;
  couponError?: string;
  typedCode?: string;
  busyWith?: FormDataEntryValue | null;
}) {
  const pieces = lines.reduce((all, line) => all + line.quantity, 0);
  const apply = useRef<HTMLButtonElement>(null);
  return (
    <aside className="checkout-summary" aria-label="Order summary">
      <details>
        <summary>
          <Icon name="bag" />
          <span>
            Order summary, {pieces} {pieces === 1 ? 'item' : 'items'}
          </span>
          <span className="num">{formatRupees(open.totals.total)}</span>
          <Icon name="down" small />
        </summary>
        <div className="checkout-summary-body">
          <h2>Order summary</h2>
          <ul>
            {lines.map((line) => (
              <li key={line.id} className="line-item">
                <Picture picture={line.artwork.picture} sizes="64px" alt="" />
                <div>
                  <b>{line.artwork.title}</b>
                  <span className="meta">Qty {line.quantity}</span>
                </div>
                <b className="num">{formatRupees(times(line.artwork.price, line.quantity))}</b>
              </li>
            ))}
          </ul>
          <div className="my-3 border-t border-line pt-4">
            {open.applied ? (
              <div className="coupon-applied" role="status">
                <Icon name="check" small />
                <span>
                  {offApplied(open.applied.percentage)} {open.applied.code}
                </span>
                <input type="hidden" form={FORM} name="couponCode" value={open.applied.code} />
                <Button
                  form={FORM}
                  name="intent"
                  value="remove-coupon"
                  look="quiet"
                  busy={busyWith === 'remove-coupon'}
                  aria-label={`Remove coupon ${open.applied.code}`}
                >
                  Remove
                </Button>
              </div>
            ) : (
              <div className="coupon-row items-end">
                <Field
                  label="Coupon code"
                  name="couponCode"
                  form={FORM}
                  autoComplete="off"
                  autoCapitalize="characters"
                  hint={open.hint}
                  defaultValue={typedCode}
                  error={couponError}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return;
                    event.preventDefault();
                    apply.current?.click();
                  }}
                />
                <Button
                  ref={apply}
                  form={FORM}
                  name="intent"
                  value="apply-coupon"
                  look="secondary"
                  className={couponError ? 'self-center' : undefined}
                  busy={busyWith === 'apply-coupon'}
                >
                  Apply
                </Button>
              </div>
            )}
          </div>
          <TotalLines totals={open.totals} applied={open.applied} />
          <p className="tick meta mt-5">
            <Icon name="shield" small />
            Insured parcel. 7-day returns on ready pieces.
          </p>
        </div>
      </details>
    </aside>
  );
}

function TotalLines({ totals, applied }: Pick<Open, 'totals' | 'applied'>) {
  return (
    <div>
      <p className="sum-line">
        <span>Subtotal</span>
        <span>{formatRupees(totals.subtotal)}</span>
      </p>
      {applied ? (
        <p className="sum-line sum-saving">
          <span>Coupon {applied.code}</span>
          <span>−{formatRupees(totals.discountAmount)}</span>
        </p>
      ) : null}
      <p className="sum-line">
        <span>Shipping</span>
        <span>{totals.shippingCost === 0 ? 'Free' : formatRupees(totals.shippingCost)}</span>
      </p>
      <p className="sum-line">
        <span>GST</span>
        <span>{formatRupees(totals.gstAmount)}</span>
      </p>
      <p className="sum-line sum-total">
        <span>Total</span>
        <span>{formatRupees(totals.total)}</span>
      </p>
    </div>
  );
}

const COPIED_FOR_MS = 1_500;
const APP_OPENS_WITHIN_MS = 3_000;

function UpiBox({ upi }: { upi: UpiPayment }) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(upi.payeeAddress).then(
      () => setCopied(true),
      () => showToast({ text: `Copying is not allowed here. The UPI ID is ${upi.payeeAddress}`, tone: 'alert' }),
    );
  /** The phone leaves the page when an app takes the link; a page that stays in sight tells that none did (decision 5). */
  const watchApp = () => {
    let left = false;
    const leave = () => {
      left = true;
    };
    document.addEventListener('visibilitychange', leave, { once: true });
    setTimeout(() => {
      document.removeEventListener('visibilitychange', leave);
      if (!left) showToast({ text: PAYMENT_MESSAGES['upi-app-not-opened'], tone: 'alert' });
    }, APP_OPENS_WITHIN_MS);
  };
  return (
    <>
      <p>Scan the code or pay to the UPI ID with any UPI app, then enter the reference number below.</p>
      <div className="qr-box">
        <div className="qr p-0!">
          <svg
            viewBox={`0 0 ${upi.qr.size} ${upi.qr.size}`}
            role="img"
            aria-label={`UPI QR code for ${formatRupees(upi.amount)}`}
            shapeRendering="crispEdges"
          >
            <path d={upi.qr.path} fill="#2A1A13" />
          </svg>
        </div>
        <p className="font-display text-[1.75rem] leading-none [font-variant-numeric:lining-nums]">
          {formatRupees(upi.amount)}
        </p>
        <div className="upi-address">
          <span className="min-h-12 content-center pr-3">{upi.payeeAddress}</span>
          {hydrated ? (
            <IconButton icon={copied ? 'check' : 'copy'} label="Copy UPI ID" onClick={() => void copy()} />
          ) : null}
        </div>
        <span className="sr-only" role="status">
          {copied ? 'Copied' : ''}
        </span>
        {upi.offersAppLink ? (
          <a className="button button-secondary button-full lg:hidden" href={upi.link} onClick={watchApp}>
            <span>Open UPI app</span>
          </a>
        ) : (
          <p className="field-hint lg:hidden">
            On this phone? Copy the UPI ID into your app. A code opened from the gallery is often refused above ₹2,000.
          </p>
        )}
      </div>
    </>
  );
}

function Finish({
  totals,
  applied,
  typed,
  error,
  busy,
  reason,
}: Pick<Open, 'totals' | 'applied'> & { typed?: string; error?: string; busy: boolean; reason?: string }) {
  const hydrated = useHydrated();
  const [reference, setReference] = useState(typed ?? '');
  // The browser may have filled the field in before the page's script ran.
  useEffect(() => {
    const field = document.getElementById(fieldId('paymentReferenceId'));
    if (field instanceof HTMLInputElement) setReference(field.value);
  }, []);
  const missing =
    hydrated && normaliseReference(reference) === undefined ? 'Enter the reference ID to finish.' : undefined;
  return (
    <>
      <Field
        label="Payment reference ID"
        name="paymentReferenceId"
        hint="The UTR or transaction number from your UPI app, at least 6 characters"
        autoComplete="off"
        autoCapitalize="characters"
        required
        maxLength={64}
        className="num"
        defaultValue={typed}
        error={error}
        onChange={(event) => setReference(event.target.value)}
      />
      <div className="lg:hidden">
        <TotalLines totals={totals} applied={applied} />
      </div>
      <Button size="big" full busy={busy} reason={busy ? undefined : (reason ?? missing)}>
        Complete Order
      </Button>
    </>
  );
}
