import type { ReactNode } from 'react';
import { Form, href, Link, useNavigation } from 'react-router';
import type { OpeningItemId } from '#app/modules/operations/health/checklist.ts';
import type { UpiPayment } from '#app/modules/payments/payments/payments.server.ts';
import { PolicyLinks } from '#app/routes/admin/store/policies/policy-links.tsx';
import { addressOf } from '#app/routes/admin/store/settings/setting-pages.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { QrCode } from '#app/ui/kit/qr-code.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

export function OpeningSteps({
  missing,
  trial,
  waiting,
  sendsMail,
}: {
  missing: readonly OpeningItemId[];
  trial: UpiPayment | undefined;
  /** Where buyers pay until the new UPI address has its test payment. */
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
          verb="Set country"
        >
          {(field) => (
            <>
              <p>Applies to every piece without a country of its own.</p>
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
                These policies bind you, with the promises in{' '}
                <Link className="link" to={addressOf('policies')}>
                  Settings
                </Link>
                . If they change, read them again.
              </p>
              <PolicyLinks />
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
          Test your payments
        </h2>
        <p>
          Enter your UPI address in{' '}
          <Link className="link" to={addressOf('getting-paid')}>
            Settings
          </Link>{' '}
          first. If you only use a gateway, buy one of your own pieces. Before the shop opens, only owners can buy.
        </p>
      </section>
    );
  return (
    <Step id="payment" title="Test your UPI address with ₹1" intent="confirm-payment" verb="Confirm payment">
      {(field) => (
        <>
          {waiting ? (
            <p>
              <b className="wrap-anywhere">{trial.payeeAddress}</b> is not in use until you confirm that the ₹1 arrived.{' '}
              {waiting.paidTo === null ? null : (
                <>
                  Buyers still pay to <b className="wrap-anywhere">{waiting.paidTo}</b>.
                </>
              )}
            </p>
          ) : null}
          <p>
            Pay ₹1 from someone else’s UPI app, then enter the 12-digit UTR from your bank. Or buy one of your own
            pieces through a gateway.
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
                Use without testing
              </Button>
              <Button look="secondary" name="intent" value="keep-payee" formNoValidate>
                Keep the previous address
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
          Send yourself a test email
        </h2>
        <p>
          Email isn’t set up yet. On a rented server, run <code>sudo bisvar mail</code>. Elsewhere, set the mail server
          as described in <code>docs/configure.md</code>. Then reload this page.
        </p>
      </section>
    );
  return (
    <Step id="mail" title="Send yourself a test email" intent="confirm-mail" verb="Confirm code">
      {(field) => (
        <>
          <p>We send a code to your sign-in address. Check your spam folder too.</p>
          <ErrorSummary {...summary} />
          <div>
            <Button look="secondary" name="intent" value="request-mail" busy={isSending} formNoValidate>
              Send test email
            </Button>
          </div>
          <Field label="Code from the email" {...field('code')} inputMode="numeric" autoComplete="off" maxLength={10} />
        </>
      )}
    </Step>
  );
}
