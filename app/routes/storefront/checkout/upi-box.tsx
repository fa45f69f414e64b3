import { useEffect, useState } from 'react';
import { formatRupees } from '#app/basics/money.ts';
import { PAYMENT_MESSAGES } from '#app/modules/payments/messages.ts';
import type { UpiPayment } from '#app/modules/payments/payments.server.ts';
import { leftForApp } from '#app/routes/storefront/payment/open-app.ts';
import { IconButton } from '#app/ui/kit/button.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { QrCode } from '#app/ui/kit/qr-code.tsx';

const COPIED_FOR_MS = 1_500;

/** The QR of one payment, the amount and the UPI address to pay to. */
export function UpiBox({ upi }: { upi: UpiPayment }) {
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
  const watchApp = async () => {
    if (!(await leftForApp())) showToast({ text: PAYMENT_MESSAGES['upi-app-not-opened'], tone: 'alert' });
  };
  return (
    <>
      <p>Scan the code or pay to the UPI ID with any UPI app, then enter the reference number below.</p>
      <div className="qr-box">
        <QrCode qr={upi.qr} label={`UPI QR code for ${formatRupees(upi.amount)}`} />
        <p className="qr-box-amount">{formatRupees(upi.amount)}</p>
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
          <a className="button button-secondary button-full lg:hidden" href={upi.link} onClick={() => void watchApp()}>
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
