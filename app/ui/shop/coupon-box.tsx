import { useEffect, useId, useRef } from 'react';
import { Link, useFetcher, useLocation } from 'react-router';
import { couponMessages, offApplied } from '#app/modules/coupons/messages.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { FieldError } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';

/**
 * The coupon of a cart or a checkout, posting to cart/coupon: a field with Apply, or what is applied with Remove. `trouble`
 * is what the server said of the code before this page was shown; `hint` is a coupon that would work now.
 */
export function CouponBox({
  applied,
  trouble,
  hint,
  signedIn,
}: {
  applied?: { code: string; percentage: number };
  trouble?: string;
  hint?: { code: string; percentage: number };
  signedIn: boolean;
}) {
  const fetcher = useFetcher<{ ok: boolean; message: string }>({ key: 'coupon-box' });
  const location = useLocation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const wasApplied = useRef(applied?.code);
  const busy = fetcher.state !== 'idle';
  const answer = fetcher.data;
  const error = answer ? (answer.ok ? undefined : answer.message) : trouble;

  // What was pressed is gone after the answer, so the focus goes to what stands in its place.
  const code = applied?.code;
  useEffect(() => {
    if (wasApplied.current === code) return;
    wasApplied.current = code;
    if (answer) (code ? strip : field).current?.focus();
  }, [code, answer]);

  const back = <input type="hidden" name="returnTo" value={location.pathname} />;
  return (
    <fetcher.Form method="post" action="/cart/coupon" preventScrollReset>
      {back}
      {applied ? (
        <>
          <p className="field-label mb-1.5">Coupon</p>
          <div className="coupon-applied" ref={strip} tabIndex={-1} role="status">
            <Icon name="check" small />
            <span>
              {offApplied(applied.percentage)}
              <br />
              <span className="font-normal">{applied.code}</span>
            </span>
            <Button look="quiet" name="remove" value="yes" busy={busy}>
              Remove<span className="sr-only"> coupon {applied.code}</span>
            </Button>
          </div>
        </>
      ) : (
        <div className="field">
          <label className="field-label" htmlFor={id}>
            Coupon
          </label>
          <div className="coupon-row">
            <input
              ref={field}
              id={id}
              name="code"
              className="input"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
            />
            <Button look="secondary" busy={busy}>
              Apply
            </Button>
          </div>
          <div role="status">{error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}</div>
          {error === couponMessages['not-signed-in'] ? (
            <Link className="link" to={`/login?returnTo=${encodeURIComponent(location.pathname)}&why=coupon`}>
              Sign in
            </Link>
          ) : null}
          {hint && !error && signedIn ? (
            <span className="field-hint" id={`${id}-hint`}>
              Try {hint.code} for {hint.percentage}% off.
            </span>
          ) : null}
        </div>
      )}
    </fetcher.Form>
  );
}
