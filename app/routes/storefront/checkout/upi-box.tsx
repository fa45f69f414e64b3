import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react';
import { formatRupees, toRupeeText } from '#app/basics/money.ts';
import { PAYMENT_MESSAGES } from '#app/modules/payments/payments/messages.ts';
import type { UpiPayment } from '#app/modules/payments/payments/payments.server.ts';
import { type PayDevice, UPI_APP_NAMES, upiAppLink } from '#app/modules/payments/payments/upi-apps.ts';
import { leftForApp } from '#app/routes/storefront/payment/open-app.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button, IconButton } from '#app/ui/kit/button.tsx';
import { QrCode, saveQrCode } from '#app/ui/kit/qr-code.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { showReferenceField } from './reference-field.tsx';

const COPIED_FOR_MS = 1_500;

/**
 * Calls `mayPay` before an app opens; if it returns false, the shopper stays on the page. `showsQr` unfolds the QR code
 * on a phone.
 */
export function UpiBox({
  upi,
  device,
  mayPay = () => true,
  showsQr = false,
}: {
  upi: UpiPayment;
  device: PayDevice;
  mayPay?: () => boolean;
  showsQr?: boolean;
}) {
  return device.isPhone ? <OnPhone {...{ upi, device, mayPay, showsQr }} /> : <OnComputer upi={upi} />;
}

function OnComputer({ upi }: { upi: UpiPayment }) {
  return (
    <>
      <p>Scan the code or pay to the UPI ID with any UPI app, then enter the reference number below.</p>
      <div className="qr-box">
        <QrCode qr={upi.qr} label={`UPI QR code for ${formatRupees(upi.amount)}`} />
        <Payee upi={upi} />
        <SaveQr upi={upi} />
      </div>
    </>
  );
}

function OnPhone({ upi, device, mayPay, showsQr }: Required<ComponentProps<typeof UpiBox>>) {
  const apps = upi.offersAppLink ? device.upiApps : [];
  const amount = formatRupees(upi.amount);
  const payInApp = async (event: MouseEvent) => {
    if (!mayPay()) {
      event.preventDefault();
      return;
    }
    if (!(await leftForApp())) {
      showToast({ text: PAYMENT_MESSAGES['upi-app-not-opened'], tone: 'alert' });
      return;
    }
    for (const back of ['focus', 'pageshow'] as const)
      window.addEventListener(back, showReferenceField, { once: true });
  };
  const qr = (
    <>
      <QrCode qr={upi.qr} label={`UPI QR code for ${amount}`} />
      <SaveQr upi={upi} />
    </>
  );
  return (
    <>
      <div className="upi-apps">
        {apps.length > 1 ? <p>Pay {amount} with</p> : null}
        {apps.map((app) => (
          <a
            key={app}
            className="button button-primary button-big"
            href={upiAppLink(upi.link, app)}
            onClick={(event) => void payInApp(event)}
          >
            <span>{app === 'any' ? `Pay ${amount}` : UPI_APP_NAMES[app]}</span>
          </a>
        ))}
      </div>
      <div className="qr-box">
        {apps.length > 0 ? null : <p>Open your UPI app, choose “Pay to UPI ID”, and enter these.</p>}
        {showsQr ? qr : null}
        <Payee upi={upi} />
      </div>
      {showsQr ? null : <Accordion title="Pay from another device">{qr}</Accordion>}
    </>
  );
}

const Payee = ({ upi }: { upi: UpiPayment }) => (
  <>
    <div className="upi-copy">
      <span className="qr-box-amount" translate="no">
        {formatRupees(upi.amount)}
      </span>
      <Copy what="amount" text={toRupeeText(upi.amount)} />
    </div>
    <div className="upi-copy upi-address">
      <span className="min-h-12 min-w-0 content-center">{upi.payeeAddress}</span>
      <Copy what="UPI ID" text={upi.payeeAddress} />
    </div>
  </>
);

const SaveQr = ({ upi }: { upi: UpiPayment }) =>
  useHydrated() ? (
    <Button type="button" look="quiet" icon="download" onClick={() => saveQrCode(upi.qr, 'upi-qr-code')}>
      Save QR code
    </Button>
  ) : null;

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
  // Browsers inside other apps may lack a clipboard, but the shopper can select the text.
  if (!hydrated || !('clipboard' in navigator)) return null;
  return (
    <>
      <IconButton icon={copied ? 'check' : 'copy'} label={`Copy ${what}`} onClick={() => void copy()} />
      <span className="sr-only" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
