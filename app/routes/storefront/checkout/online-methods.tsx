import type { WayToPay } from '#app/routes/storefront/payment/methods.ts';

const NAMES: Record<WayToPay['way'], string> = {
  app: 'UPI app',
  qr: 'QR code',
  phonepe: 'PhonePe',
  paytm: 'Paytm',
  razorpay: 'card or net banking',
};

/** What Pay online leads to, by name: only what the payment window offers. A link to an app is there on a phone alone. */
export function OnlineWays({ ways }: { ways: WayToPay[] }) {
  return (
    <p className="meta first-letter:uppercase">
      {ways.map(({ way }, at) => {
        const words = at < ways.length - 1 ? `${NAMES[way]}, ` : NAMES[way];
        return way === 'app' ? (
          <span key={way} className="hidden touch:inline">
            {words}
          </span>
        ) : (
          words
        );
      })}
    </p>
  );
}

/** Stands in place of Pay online where the shop offers no way. */
export function NoOnlineWays() {
  return <p className="field-hint">Paying online is not possible at the moment.</p>;
}
