import { useEffect, useRef } from 'react';
import { notApplied } from '#app/modules/orders/coupons/messages.ts';
import { Button } from '#app/ui/kit/button.tsx';

/** Asks what to do with a code that is not applied, so that nobody pays a total that they have not seen. */
export function NotApplied({
  code,
  payOnline,
  busyWith,
}: {
  code: string;
  payOnline: boolean;
  busyWith?: FormDataEntryValue | null;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [code]);
  const without = payOnline ? 'pay-without-coupon' : 'order-without-coupon';
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box}>
      <p className="wrap-anywhere">{notApplied(code)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="secondary" name="intent" value="apply-coupon" busy={busyWith === 'apply-coupon'}>
          Apply
        </Button>
        <Button look="secondary" name="intent" value={without} busy={busyWith === without}>
          Order without
        </Button>
      </div>
    </div>
  );
}
