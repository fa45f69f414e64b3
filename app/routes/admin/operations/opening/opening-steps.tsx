import type { ReactNode } from 'react';
import { Form, href, Link, useNavigation } from 'react-router';
import type { OpeningItemId } from '#app/modules/operations/health/checklist.ts';
import type { UpiPayment } from '#app/modules/payments/payments/payments.server.ts';
import { addressOf } from '#app/routes/admin/store/settings/groups.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { QrCode } from '#app/ui/kit/qr-code.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

const POLICIES = [
  ['Shipping', href('/shipping')],
  ['Returns', href('/returns')],
  ['Terms', href('/terms')],
  ['Privacy', href('/privacy')],
  ['Cookies', href('/cookies')],
] as const;

/** Steps done on this page. */
export function OpeningSteps({
  missing,
  trial,
  waiting,
  sendsMail,
}: {
  missing: readonly OpeningItemId[];
  trial: UpiPayment | undefined;
  /** Where buyers pay while another UPI address waits for its trial payment. */
  waiting: { paidTo: string | null } | undefined;
  sendsMail: boolean;
}) {
  const is = (id: OpeningItemId) => missing.includes(id);
  return (
    <>
      {is('origin') ? (
        <Step
          id="origin"
          title="Where were your pieces made?"
          intent="set-origin"
          known={{ country: 'India' }}
          verb="Say it of all without a country"
        >
          {(field) => (
            <>
              <p>A piece that was made elsewhere says so on its own page; this is for all others.</p>
              <Field label="Country of origin" {...field('country')} maxLength={100} required />
            </>
          )}
        </Step>
      ) : null}
      {is('payment') || waiting ? <PaymentStep trial={trial} waiting={waiting} /> : null}
      {is('policies') ? (
        <Step id="policies" title="Read your policies" intent="confirm-policies" verb="I have read them">
          {() => (
            <>
              <p>
                They bind you as they stand, with the promises of{' '}
                <Link className="link" to={addressOf('policies')}>
                  Settings
                </Link>
                . When those change you are asked to read them again. You can write your own in{' '}
                <Link className="link" to={href('/admin/policies')}>
                  Policies
                </Link>
                .
              </p>
              <ul className="flex flex-wrap gap-x-6">
                {POLICIES.map(([label, to]) => (
                  <li key={to}>
                    <Link className="link inline-flex min-h-11 items-center" to={to}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Step>
      ) : null}
      {is('mail') ? <MailStep sendsMail={sendsMail} /> : null}
    </>
  );
}

type FieldOf = ReturnType<typeof useShopForm>['field'];

export function Step({
  id,
  title,
  intent,
  verb,
  known,
  children,
}: {
  id: string;
  title: string;
  intent: string;
  verb: string;
  known?: Record<string, string>;
  children: (field: FieldOf) => ReactNode;
}) {
  const { field, summary } = useShopForm({ intent, known });
  const isSending = useNavigation().formData?.get('intent') === intent;
  return (
    <section id={id} className="panel p-panel" aria-labelledby={`${id}-title`}>
      <Form method="post" action={href('/admin/opening')} className="form max-w-read" noValidate preventScrollReset>
        <h2 id={`${id}-title`} className="text-h4">
          {title}
        </h2>
        <ErrorSummary {...summary} />
        {children(field)}
        <div>
          <Button name="intent" value={intent} busy={isSending}>
            {verb}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function PaymentStep({
  trial,
  waiting,
}: {
  trial: UpiPayment | undefined;
  waiting: { paidTo: string | null } | undefined;
}) {
  if (!trial)
    return (
      <section id="payment" className="panel grid gap-3 p-panel" aria-labelledby="payment-title">
        <h2 id="payment-title" className="text-h4">
          Try how you are paid
        </h2>
        <p>
          Write your UPI address into{' '}
          <Link className="link" to={addressOf('payment')}>
            Settings
          </Link>{' '}
          first. With a gateway alone, buy a piece of your own through it: before the shop is open only you can.
        </p>
      </section>
    );
  return (
    <Step id="payment" title="Try your UPI address with ₹1" intent="confirm-payment" verb="The ₹1 has arrived">
      {(field) => (
        <>
          {waiting ? (
            <p>
              <b className="wrap-anywhere">{trial.payeeAddress}</b> is not in use until your ₹1 has arrived.{' '}
              {waiting.paidTo === null ? null : (
                <>
                  Buyers still pay to <b className="wrap-anywhere">{waiting.paidTo}</b>.
                </>
              )}
            </p>
          ) : null}
          <p>
            Pay ₹1 from another person’s UPI app, then look into your bank: what arrived has a UTR of 12 digits. Or buy
            a piece of your own through a gateway; before the shop is open only you can.
          </p>
          <div className="qr-box">
            <QrCode qr={trial.qr} label="UPI QR code for ₹1" />
            <span className="qr-box-amount">₹1</span>
            <span className="meta num wrap-anywhere">{`${trial.payeeName}, ${trial.payeeAddress}`}</span>
          </div>
          <Field label="UTR" {...field('reference')} inputMode="numeric" autoComplete="off" required />
          {waiting ? (
            <div className="flex flex-wrap gap-3">
              <Button look="secondary" name="intent" value="use-untested" formNoValidate>
                Use it untested
              </Button>
              <Button look="secondary" name="intent" value="keep-payee" formNoValidate>
                Keep the former address
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Step>
  );
}

function MailStep({ sendsMail }: { sendsMail: boolean }) {
  const { summary } = useShopForm({ intent: 'request-mail' });
  const isSending = useNavigation().formData?.get('intent') === 'request-mail';
  if (!sendsMail)
    return (
      <section id="mail" className="panel grid gap-3 p-panel" aria-labelledby="mail-title">
        <h2 id="mail-title" className="text-h4">
          Send a mail to yourself
        </h2>
        <p>
          No mail leaves this shop yet: it needs the mail server of your e-mail address. On a rented machine{' '}
          <code>sudo bisvar mail</code> asks for it; elsewhere whoever runs your server sets it, as{' '}
          <code>docs/configure.md</code> says under Settings. Then open this page again.
        </p>
      </section>
    );
  return (
    <Step id="mail" title="Send a mail to yourself" intent="confirm-mail" verb="This is the code">
      {(field) => (
        <>
          <p>
            It goes to the address you sign in with and carries a code. Look into the spam, too: buyers would have to.
          </p>
          <ErrorSummary {...summary} />
          <div>
            <Button look="secondary" name="intent" value="request-mail" busy={isSending} formNoValidate>
              Send the mail
            </Button>
          </div>
          <Field label="Code of the mail" {...field('code')} inputMode="numeric" autoComplete="off" maxLength={10} />
        </>
      )}
    </Step>
  );
}
