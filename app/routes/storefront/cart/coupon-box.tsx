import { useEffect, useRef } from 'react';
import { Link, useFetcher, useLocation, href } from 'react-router';
import { COUPON_PROBLEM, couponMessages } from '#app/modules/orders/coupons/messages.ts';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { useStorefront } from '#app/routes/use-storefront.ts';
import { CouponFields, couponIds } from '#app/ui/shop/coupon-fields.tsx';

type AppliedCoupon = { code: string; percentage: number };

export function CouponBox({
  applied,
  error,
  offer,
}: {
  applied?: AppliedCoupon;
  error?: string;
  offer?: AppliedCoupon;
}) {
  const fetcher = useFetcher<{ ok: boolean; message: string }>({ key: 'coupon-box' });
  const { pathname } = useLocation();
  const { visitor } = useStorefront();
  // The visitor has signed in since this message, so it no longer applies.
  const answer = visitor && fetcher.data?.message === couponMessages['not-signed-in'] ? undefined : fetcher.data;
  const shown = answer ? (answer.ok ? undefined : answer.message) : error;

  // The clicked button disappears, so the focus moves to its replacement.
  const code = applied?.code;
  const wasApplied = useRef(code);
  useEffect(() => {
    if (wasApplied.current === code) return;
    wasApplied.current = code;
    if (answer) document.getElementById(code ? couponIds.applied : couponIds.field)?.focus();
  }, [code, answer]);

  return (
    <fetcher.Form method="post" action={href('/cart')} preventScrollReset>
      <FailureText>{COUPON_PROBLEM}</FailureText>
      <input type="hidden" name="returnTo" value={pathname} />
      <CouponFields
        applied={applied}
        error={shown}
        hint={offer && `Try ${offer.code} for ${offer.percentage}% off.`}
        busy={fetcher.state !== 'idle'}
      >
        {shown === couponMessages['not-signed-in'] ? (
          <Link className="link" to={`${href('/login')}?returnTo=${encodeURIComponent(pathname)}&why=coupon`}>
            Sign in
          </Link>
        ) : null}
      </CouponFields>
    </fetcher.Form>
  );
}
