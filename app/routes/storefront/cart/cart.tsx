import { type Ref, type RefObject, useEffect, useRef } from 'react';
import { Link, useFetcher, href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { getCart } from '#app/modules/orders/cart/cart.server.ts';
import { pricedLines, type CartLine } from '#app/modules/orders/cart/cart.ts';
import { answerField } from '#app/modules/catalogue/artworks/personalization.ts';
import { quoteCart, quoteDelivery } from '#app/modules/payments/checkout/checkout.server.ts';
import { currentOffer } from '#app/modules/orders/coupons/coupons.server.ts';
import { couponMessages } from '#app/modules/orders/coupons/messages.ts';
import { closingMessage, closingTitle } from '#app/modules/store/closing/messages.ts';
import { findClosingFor } from '#app/modules/store/closing/closing.server.ts';
import { readZipCode } from '#app/modules/store/shipping/address-forms.ts';
import { afterDiscount } from '#app/modules/orders/pricing/pricing.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { freeForAllAbove, missingForFreeShipping, rateFor } from '#app/modules/store/shipping/shipping.ts';
import { formAction } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { isSignedOut } from '#app/platform/shop.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { FAILURE_TOAST } from '#app/basics/failure-text.ts';
import { cartErrors } from '#app/modules/orders/cart/messages.ts';
import { ConfirmButton } from '#app/ui/kit/dialog.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { useIsCartChanging } from '#app/ui/shop/use-pending.ts';
import { answerDelivery, knownZipCode } from '#app/routes/storefront/delivery-answer.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { Route } from './+types/cart.ts';
import { cartForms } from './cart-forms.server.ts';
import { CartLineItem, type Removed } from './cart-line-item.tsx';
import { CartSummary, CheckoutButton } from './cart-summary.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const visit = context.get(visitContext);
  const signedIn = !isSignedOut(shop);
  const [cart, settings, offer, zipCode, closing] = await Promise.all([
    getCart(shop, visit.cart),
    getSettings(shop),
    currentOffer(shop),
    knownZipCode(shop, visit),
    findClosingFor(shop),
  ]);
  const quote = await quoteCart(shop, { lines: pricedLines(cart), settings, coupon: visit.couponCode, zipCode });
  const { totals, coupon: checked } = quote;
  if (checked && !checked.ok && checked.reason !== 'too-many-guesses') visit.keepCoupon(undefined);
  const coupon = checked?.ok ? checked.value : undefined;
  const amount = afterDiscount(totals);
  // The address contains only an invalid PIN code; a valid code is in a cookie.
  const typedPin = url.searchParams.get('pin') ?? '';
  const askedPin = typedPin !== '' && !readZipCode(typedPin) ? typedPin : zipCode;
  const parcel = { settings, amount };
  const delivery =
    askedPin && (await answerDelivery(askedPin, (zipCode) => quoteDelivery(shop, { ...parcel, zipCode })));
  const { processingBusinessDays, deliveryBusinessDays, returnWithinDays, isInsured } = settings.promises;
  return {
    cart,
    totals,
    includedGst: quote.includedGst,
    totalBefore: coupon ? quote.totalBefore : undefined,
    missing: missingForFreeShipping(settings, amount, zipCode ? { zipCode } : undefined),
    freeAbove: zipCode ? rateFor(settings, { zipCode }).freeAbove : freeForAllAbove(settings),
    coupon: coupon && { code: coupon.code, percentage: coupon.discountPercentage },
    couponError: checked && !checked.ok ? couponMessages[checked.reason] : visit.takeFlash('coupon')[0],
    offer: offer && { code: offer.code, percentage: offer.discountPercentage },
    promises: { processingBusinessDays, deliveryBusinessDays, returnWithinDays, isInsured },
    delivery: delivery || undefined,
    isEstimate: settings.shippingMode === 'zones' && !zipCode,
    closed: closing && { title: closingTitle(closing), message: closingMessage(closing) },
    signedIn,
    mayCheckOut: signedIn || settings.guestCheckout,
  };
}

export const action = formAction(cartForms);

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Cart',
    description: 'The pieces in your cart, with prices and shipping.',
    path: href('/cart'),
  });

const UNANSWERED = 'Add the missing details to check out.';
const NOT_AVAILABLE = 'Remove unavailable pieces to check out.';

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const { cart, totals, coupon, closed, signedIn, mayCheckOut } = loaderData;
  const isComputing = useIsCartChanging();
  const title = useRef<HTMLHeadingElement>(null);
  const handleRemoved = useRemoved(cart.lines, title);
  if (cart.lines.length === 0) return <EmptyCart titleRef={title} signedIn={signedIn} />;
  const blocked =
    closed?.title ??
    (cart.lines.some((line) => !line.available)
      ? NOT_AVAILABLE
      : cart.lines.some((line) => line.unanswered.length > 0)
        ? UNANSWERED
        : undefined);
  return (
    <>
      <div className="wrap">
        <div className="flex flex-wrap items-baseline gap-x-3 pt-8 pb-4 lg:pt-10 lg:pb-6">
          <h1 className="page-title" tabIndex={-1} ref={title}>
            Your cart
          </h1>
          {cart.itemCount === 0 ? null : (
            <span className="meta num" translate="no">
              {cart.itemCount} {cart.itemCount === 1 ? 'piece' : 'pieces'}
            </span>
          )}
        </div>
        {closed ? (
          <Note tone="info" className="mb-4">
            <b>{closed.title}.</b> {closed.message}
          </Note>
        ) : null}
        {cart.lowered.length > 0 ? (
          <Note tone="info" className="mb-4">
            We’ve reduced the quantity of {cart.lowered.join(', ')} to what’s in stock.
          </Note>
        ) : null}
        <div className="cart">
          <div>
            <ul className="border-line border-b">
              {cart.lines.map((line) => (
                <CartLineItem key={line.id} line={line} onRemoved={(was) => handleRemoved(line, was)} />
              ))}
            </ul>
            <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
              <ButtonLink look="quiet" icon="left" to={href('/gallery')}>
                Continue Shopping
              </ButtonLink>
              <ClearCart hasCoupon={coupon !== undefined} />
            </div>
          </div>
          <CartSummary {...loaderData} blocked={blocked} />
        </div>
      </div>
      <div className="dock">
        <div className={isComputing ? 'opacity-50' : undefined}>
          {cart.itemCount === 0 ? null : (
            <span className="price" translate="no">
              {formatRupees(totals.total)}
            </span>
          )}
          {coupon ? (
            <>
              <br />
              <span className="meta text-pine">{coupon.percentage}% off</span>
            </>
          ) : null}
        </div>
        <CheckoutButton mayCheckOut={mayCheckOut} blocked={blocked} />
      </div>
    </>
  );
}

/** After a removal, shows a toast with Undo and focuses the title of the next item or of the page. */
function useRemoved(lines: CartLine[], title: RefObject<HTMLHeadingElement | null>) {
  const undo = useFetcher({ key: 'cart-undo' });
  const focusNext = useRef<{ removedId: string; next: string | undefined }>(undefined);
  useEffect(() => {
    const { removedId, next } = focusNext.current ?? {};
    if (!removedId || lines.some((line) => line.id === removedId)) return;
    focusNext.current = undefined;
    (document.getElementById(`line-${next}`) ?? title.current)?.focus();
  }, [lines, title]);

  return (line: CartLine, was: Removed) => {
    const at = lines.findIndex((each) => each.id === line.id);
    focusNext.current = { removedId: line.id, next: (lines[at + 1] ?? lines[at - 1])?.id };
    const putBack = () =>
      void undo.submit(
        {
          intent: 'add',
          artworkId: was.artworkId,
          ...(was.variantId && { variantId: was.variantId }),
          quantity: was.quantity,
          [FAILURE_TOAST]: cartErrors.add,
          ...Object.fromEntries(Object.entries(was.answers).map(([id, answer]) => [answerField(id), answer])),
        },
        { method: 'post', action: href('/visitor-state') },
      );
    showToast({ text: 'Removed.', action: line.available ? { label: 'Undo', act: putBack } : undefined });
  };
}

function EmptyCart({ titleRef, signedIn }: { titleRef: Ref<HTMLHeadingElement>; signedIn: boolean }) {
  return (
    <div className="wrap">
      <h1 className="sr-only" tabIndex={-1} ref={titleRef}>
        Your cart
      </h1>
      <EmptyState title="Your cart is empty" action={<ButtonLink to={href('/gallery')}>Browse Gallery</ButtonLink>}>
        {signedIn ? null : (
          <>
            Have an account?{' '}
            <Link className="link" to={`${href('/login')}?returnTo=%2Fcart`}>
              Sign in
            </Link>{' '}
            to see your saved cart.
          </>
        )}
      </EmptyState>
    </div>
  );
}

function ClearCart({ hasCoupon }: { hasCoupon: boolean }) {
  const fetcher = useFetcher({ key: 'cart-clear' });
  return (
    <fetcher.Form method="post" action={href('/cart')}>
      <input type="hidden" name="intent" value="clear" />
      <FailureText toast>{cartErrors.clear}</FailureText>
      <ConfirmButton
        look="quiet"
        busy={fetcher.state !== 'idle'}
        title="Clear the cart?"
        consequence={hasCoupon ? 'This removes every piece and your coupon.' : 'This removes every piece.'}
        verb="Clear cart"
      >
        Clear cart
      </ConfirmButton>
    </fetcher.Form>
  );
}
