import { Link, href } from 'react-router';
import { formatRange, formatSpan } from '#app/basics/duration.ts';
import { formatRupees } from '#app/basics/money.ts';
import { totalRows } from '#app/modules/orders/pricing/total-rows.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useRevalidate } from '#app/ui/kit/use-revalidate.ts';
import { DeliveryCheck } from '#app/ui/shop/delivery-check.tsx';
import { AskOnWhatsApp } from '#app/routes/storefront/ask-on-whatsapp.tsx';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';
import { useIsCartChanging } from '#app/ui/shop/use-pending.ts';
import type { Route } from './+types/cart.ts';
import { CouponBox } from './coupon-box.tsx';

export function CartSummary({
  totals,
  totalBefore,
  includedGst,
  missing,
  freeAbove,
  coupon,
  couponError,
  offer,
  promises,
  cart,
  delivery,
  isEstimate,
  signedIn,
  mayCheckOut,
  blocked,
}: Route.ComponentProps['loaderData'] & {
  blocked: string | undefined;
}) {
  const revalidate = useRevalidate();
  const isComputing = useIsCartChanging();
  const isNothing = cart.itemCount === 0;
  return (
    <aside className="cart-summary" aria-labelledby="summary-title">
      <h2 id="summary-title">Order summary</h2>
      <CouponBox applied={coupon} error={couponError} offer={signedIn ? offer : undefined} />
      <DeliveryCheck
        ofCart
        artworkIds={cart.lines.map((line) => line.artworkId)}
        initialAnswer={delivery}
        onAnswered={() => void revalidate()}
      />
      <div hidden={isNothing} aria-busy={isComputing} className={isComputing ? 'opacity-50' : undefined}>
        <TotalRows
          rows={totalRows(totals, {
            discount: 'Coupon discount',
            shipping: isEstimate ? 'Estimated shipping' : undefined,
            includedGst,
          })}
          was={totalBefore === totals.total ? undefined : totalBefore}
          isLive
        />
      </div>
      <div className="grid gap-2">
        <div className={mayCheckOut ? 'hidden lg:block' : undefined}>
          <CheckoutButton isBig mayCheckOut={mayCheckOut} blocked={blocked} />
        </div>
        {blocked ? <p className="button-reason lg:hidden">{blocked}</p> : null}
        {signedIn ? null : (
          <Link className="link inline-flex min-h-12 items-center justify-self-center" to={signInToCheckout()}>
            Sign in
          </Link>
        )}
      </div>
      <AskOnWhatsApp about={`My cart: ${cart.lines.map(({ artwork }) => artwork?.title).join(', ')}`} />
      <ul className="grid gap-2">
        {freeAbove === null || isNothing ? null : (
          <li className="tick">
            <Icon name="truck" small />
            <span>
              {missing === undefined
                ? `Free shipping: your order is above ${formatRupees(freeAbove)}.`
                : missing === 0
                  ? `Free shipping above ${formatRupees(freeAbove)}.`
                  : `${formatRupees(missing)} more for free shipping (above ${formatRupees(freeAbove)}).`}
            </span>
          </li>
        )}
        {delivery?.quote?.terms ? null : (
          <li className="tick">
            <Icon name="clock" small />
            <span>
              Ships in {formatSpan(promises.processingBusinessDays, 'business day')}
              {isEstimate ? '.' : `, arrives in ${formatRange(promises.deliveryBusinessDays)}.`}
            </span>
          </li>
        )}
        <li className="tick">
          <Icon name="return" small />
          <span>
            {promises.returnWithinDays}-day returns on ready pieces.{promises.isInsured ? ' Insured.' : ''}
          </span>
        </li>
      </ul>
    </aside>
  );
}

const signInToCheckout = () => `${href('/login')}?${new URLSearchParams({ returnTo: href('/checkout') })}`;

export function CheckoutButton({
  isBig,
  mayCheckOut,
  blocked,
}: {
  isBig?: boolean;
  mayCheckOut: boolean;
  blocked: string | undefined;
}) {
  const size = isBig ? 'big' : undefined;
  if (!mayCheckOut && !isBig)
    return (
      <ButtonLink full to={signInToCheckout()}>
        Sign In
      </ButtonLink>
    );
  if (mayCheckOut && blocked === undefined)
    return (
      <ButtonLink size={size} full to={href('/checkout')}>
        Proceed to Checkout
      </ButtonLink>
    );
  return (
    <Button size={size} full disabled type="button" reason={mayCheckOut && isBig ? blocked : undefined}>
      {mayCheckOut ? 'Proceed to Checkout' : 'Login to Checkout'}
    </Button>
  );
}
