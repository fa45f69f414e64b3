import { useEffect, useRef } from 'react';
import { Link, useFetcher } from 'react-router';
import { formatRupees, paise } from '#app/basics/money.ts';
import { getCart } from '#app/modules/cart/cart.server.ts';
import { pricedLines, type CartLine } from '#app/modules/cart/cart.ts';
import { checkCoupon, currentOffer } from '#app/modules/coupons/coupons.server.ts';
import { couponMessages } from '#app/modules/coupons/messages.ts';
import { price } from '#app/modules/pricing/pricing.ts';
import { totalRows } from '#app/modules/pricing/total-rows.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { freeForAllAbove, missingForFreeShipping } from '#app/modules/shipping/shipping.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { CouponBox } from '#app/ui/shop/coupon-box.tsx';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ConfirmButton } from '#app/ui/kit/dialog.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { Route } from './+types/cart.ts';
import { CartLineItem } from './cart-line-item.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const visit = context.get(visitContext);
  const signedIn = shop.actor.kind !== 'guest';
  const [cart, settings, offer, checked] = await Promise.all([
    getCart(shop, visit.cart),
    getSettings(shop),
    currentOffer(shop),
    visit.couponCode ? checkCoupon(shop, visit.couponCode) : undefined,
  ]);
  if (checked && !checked.ok && checked.reason !== 'too-many-guesses') visit.keepCoupon(undefined);
  const coupon = checked?.ok ? checked.value : undefined;
  const lines = pricedLines(cart);
  const totals = price({ lines, discountPercentage: coupon?.discountPercentage, settings });
  const { processingBusinessDays, deliveryBusinessDays, returnWithinDays } = settings.promises;
  return {
    cart,
    totals,
    totalBefore: coupon ? price({ lines, settings }).total : undefined,
    missing: missingForFreeShipping(settings, paise(totals.subtotal - totals.discountAmount)),
    freeAbove: freeForAllAbove(settings),
    coupon: coupon && { code: coupon.code, percentage: coupon.discountPercentage },
    couponTrouble: checked && !checked.ok ? couponMessages[checked.reason] : visit.takeTold('coupon')[0],
    offer: offer && { code: offer.code, percentage: offer.discountPercentage },
    promises: { processingBusinessDays, deliveryBusinessDays, returnWithinDays },
    byZone: settings.shippingMode === 'zones',
    signedIn,
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Cart',
    description:
      'The hand-painted cloth, oils and crafts you have chosen, what they cost and what it takes to ship them.',
    path: '/cart',
  });

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const { cart, totals, totalBefore, missing, freeAbove, coupon, couponTrouble, offer, promises, byZone, signedIn } =
    loaderData;
  const title = useRef<HTMLHeadingElement>(null);
  const undo = useFetcher({ key: 'cart-undo' });
  const clearing = useFetcher({ key: 'cart-clearing' });
  const focusNext = useRef<{ gone: string; next: string | undefined }>(undefined);

  // The button that was pressed left with its line: the focus goes to the next line's title, or to the page's.
  useEffect(() => {
    const { gone, next } = focusNext.current ?? {};
    if (!gone || cart.lines.some((line) => line.id === gone)) return;
    focusNext.current = undefined;
    (document.getElementById(`line-${next}`) ?? title.current)?.focus();
  }, [cart.lines]);

  function removed(line: CartLine, was: { artworkId: string; quantity: number }) {
    const at = cart.lines.findIndex((each) => each.id === line.id);
    focusNext.current = { gone: line.id, next: (cart.lines[at + 1] ?? cart.lines[at - 1])?.id };
    showToast({
      text: 'Removed.',
      action: line.available
        ? {
            label: 'Undo',
            act: () =>
              void undo.submit(
                { artworkId: was.artworkId, quantity: was.quantity },
                { method: 'post', action: '/cart/lines' },
              ),
          }
        : undefined,
    });
  }

  if (cart.lines.length === 0)
    return (
      <div className="wrap">
        <h1 className="sr-only" tabIndex={-1} ref={title}>
          Your cart
        </h1>
        <EmptyState title="Your cart is empty" action={<ButtonLink to="/gallery">Browse Gallery</ButtonLink>}>
          {signedIn ? null : (
            <>
              Had something in it before?{' '}
              <Link className="link" to="/login?returnTo=%2Fcart">
                Sign in
              </Link>{' '}
              to see it.
            </>
          )}
        </EmptyState>
      </div>
    );

  const waits = cart.lines.some((line) => !line.available);
  const checkout = (where: 'summary' | 'dock') =>
    !signedIn ? (
      <Button size={where === 'summary' ? 'big' : undefined} full disabled type="button">
        Login to Checkout
      </Button>
    ) : waits ? (
      <Button
        size={where === 'summary' ? 'big' : undefined}
        full
        type="button"
        reason={where === 'summary' ? 'Remove what is not available any more to check out.' : undefined}
        disabled
      >
        Proceed to Checkout
      </Button>
    ) : (
      <ButtonLink size={where === 'summary' ? 'big' : undefined} full to="/checkout">
        Proceed to Checkout
      </ButtonLink>
    );

  return (
    <>
      <div className="wrap">
        <div className="flex flex-wrap items-baseline gap-x-3 pt-8 pb-4 lg:pt-10 lg:pb-6">
          <h1 className="page-title" tabIndex={-1} ref={title}>
            Your cart
          </h1>
          <span className="meta num">
            {cart.itemCount} {cart.itemCount === 1 ? 'piece' : 'pieces'}
          </span>
        </div>
        {cart.lowered.length > 0 ? (
          <Note tone="info" className="mb-4">
            There are fewer left than you had chosen: {cart.lowered.join(', ')}{' '}
            {cart.lowered.length === 1 ? 'was' : 'were'} lowered to what is in stock.
          </Note>
        ) : null}
        <div className="cart">
          <div>
            <ul className="border-line border-b">
              {cart.lines.map((line) => (
                <CartLineItem key={line.id} line={line} onRemoved={(was) => removed(line, was)} />
              ))}
            </ul>
            <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
              <ButtonLink look="quiet" icon="left" to="/gallery">
                Continue Shopping
              </ButtonLink>
              <clearing.Form method="post" action="/cart/clearing">
                <ConfirmButton
                  look="quiet"
                  busy={clearing.state !== 'idle'}
                  title="Clear the cart?"
                  consequence={
                    coupon ? 'Every piece is taken out, and the coupon comes off.' : 'Every piece is taken out.'
                  }
                  verb="Clear cart"
                >
                  Clear cart
                </ConfirmButton>
              </clearing.Form>
            </div>
          </div>
          <aside className="cart-summary" aria-labelledby="summary-title">
            <h2 id="summary-title">Order summary</h2>
            <CouponBox applied={coupon} trouble={couponTrouble} hint={offer} signedIn={signedIn} />
            <div>
              <TotalRows
                rows={totalRows(totals, {
                  discount: 'Coupon discount',
                  shipping: byZone ? 'Shipping (estimate, your PIN code decides)' : undefined,
                })}
                was={totalBefore === totals.total ? undefined : totalBefore}
                isLive
              />
            </div>
            <div className="grid gap-2">
              <div className="hidden lg:block">{checkout('summary')}</div>
              {waits ? (
                <p className="button-reason lg:hidden">Remove what is not available any more to check out.</p>
              ) : null}
              {signedIn ? null : (
                <Link
                  className="link inline-flex min-h-12 items-center justify-self-center"
                  to="/login?returnTo=%2Fcart"
                >
                  Sign in
                </Link>
              )}
            </div>
            <ul className="grid gap-2">
              {freeAbove === null ? null : (
                <li className="tick">
                  <Icon name="truck" small />
                  <span>
                    {missing === undefined
                      ? `Free shipping: your order is above ${formatRupees(freeAbove)}.`
                      : missing === 0
                        ? `Free shipping starts just above ${formatRupees(freeAbove)}.`
                        : `${formatRupees(missing)} more for free shipping (above ${formatRupees(freeAbove)}).`}
                  </span>
                </li>
              )}
              <li className="tick">
                <Icon name="clock" small />
                <span>
                  Leaves the studio in {span(promises.processingBusinessDays)} business days, reaches you in{' '}
                  {span(promises.deliveryBusinessDays)}.
                </span>
              </li>
              <li className="tick">
                <Icon name="return" small />
                <span>{promises.returnWithinDays}-day returns on ready pieces. Insured.</span>
              </li>
            </ul>
          </aside>
        </div>
      </div>
      <div className="dock">
        <div>
          <span className="price num">{formatRupees(totals.total)}</span>
          {coupon ? (
            <>
              <br />
              <span className="meta text-pine">{coupon.percentage}% off</span>
            </>
          ) : null}
        </div>
        {checkout('dock')}
      </div>
    </>
  );
}

const span = ({ from, to }: { from: number; to: number }): string => (from === to ? String(from) : `${from}–${to}`);
