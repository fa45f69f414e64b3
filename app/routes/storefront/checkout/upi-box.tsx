import { useEffect, useState } from 'react';
import { formatRupees } from '#app/basics/money.ts';
import { PAYMENT_MESSAGES } from '#app/modules/payments/payments/messages.ts';
import type { UpiPayment } from '#app/modules/payments/payments/payments.server.ts';
import { leftForApp } from '#app/routes/storefront/payment/open-app.ts';
import { Button, IconButton } from '#app/ui/kit/button.tsx';
import { QrCode, saveQrCode } from '#app/ui/kit/qr-code.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

const COPIED_FOR_MS = 1_500;

export function UpiBox({ upi }: { upi: UpiPayment }) {
  const hydrated = useHydrated();
  const watchApp = async () => {
    if (!(await leftForApp())) showToast({ text: PAYMENT_MESSAGES['upi-app-not-opened'], tone: 'alert' });
  };
  return (
    <>
      <p>Scan the code or pay to the UPI ID with any UPI app, then enter the reference number below.</p>
      <div className="qr-box">
        <QrCode qr={upi.qr} label={`UPI QR code for ${formatRupees(upi.amount)}`} />
        <div className="upi-copy">
          <span className="qr-box-amount" translate="no">
            {formatRupees(upi.amount)}
          </span>
          <Copy what="amount" text={(upi.amount / 100).toFixed(2)} />
        </div>
        <div className="upi-copy upi-address">
          <span className="min-h-12 content-center pr-3">{upi.payeeAddress}</span>
          <Copy what="UPI ID" text={upi.payeeAddress} />
        </div>
        <a className="button button-secondary button-full lg:hidden" href={upi.link} onClick={() => void watchApp()}>
          <span>Open UPI app</span>
        </a>
        {hydrated ? (
          <Button type="button" look="quiet" icon="download" onClick={() => saveQrCode(upi.qr, 'upi-qr-code')}>
            Save QR code
          </Button>
        ) : null}
        {upi.offersAppLink ? null : (
          <p className="field-hint lg:hidden">
            If your app refuses the link, copy UPI ID and amount into it. A code opened from the gallery is often
            refused above ₹2,000.
          </p>
        )}
      </div>
    </>
  );
}

function Copy({ what, text }: { what: string; text: string }) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showToast({ text: `Copying is not allowed here. The ${what} is ${text}`, tone: 'alert' }),
    );
  if (!hydrated) return null;
  return (
    <>
      <IconButton icon={copied ? 'check' : 'copy'} label={`Copy ${what}`} onClick={() => void copy()} />
      <span className="sr-only" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
