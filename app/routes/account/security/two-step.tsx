import { useState } from 'react';
import { Form, useLocation, useNavigation, href } from 'react-router';
import { currentPasswordSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import { firstCodeSchema } from '#app/modules/identity/sign-in/forms.ts';
import { endSecondFactor, getSecondFactor } from '#app/modules/identity/sign-in/second-factor.server.ts';
import {
  confirmEnrolment,
  type Enrolment,
  findEnrolment,
  renewRecoveryCodes,
  startEnrolment,
} from '#app/modules/identity/sign-in/enrolment.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, PasswordField } from '#app/ui/kit/field.tsx';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';
import { useLastAnswer } from '#app/ui/kit/use-last-answer.ts';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { refuseForm } from './refuse-form.ts';
import { SaveOrCancel } from '#app/routes/account/save-or-cancel.tsx';
import { SecurityPage } from './security-page.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/two-step.ts';
import { QrCode } from '#app/ui/kit/qr-code.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Two-step sign-in',
    description: 'A code from an app after the password.',
    path: href('/profile/security/two-step'),
    hidden: true,
  });

/** Only the answer to a post contains secrets and recovery codes, so no address can show them again. */
export const headers = () => ({ 'Cache-Control': 'no-store' });

type Outcome = FormAnswer & { enrolment?: Enrolment; recoveryCodes?: string[]; isOff?: boolean };

export async function loader({ context }: Route.LoaderArgs) {
  return getSecondFactor(context.get(shopContext));
}

const form = formOf();

export const action = formAction({
  confirm: form({
    schema: firstCodeSchema,
    // The QR code stays on the page until the customer enters a correct code.
    prepare: async (shop) => ({ enrolment: await findEnrolment(shop) }),
    run: (shop, { code }, { request }) => confirmEnrolment(shop, code, request.headers),
    done({ recoveryCodes, cookies }, _fields, { visit }) {
      visit.cookies = cookies;
      return { ok: true, recoveryCodes };
    },
    refused: refuseForm,
  }),
  codes: form({
    schema: currentPasswordSchema,
    run: (shop, { currentPassword }) => renewRecoveryCodes(shop, currentPassword),
    done: (recoveryCodes) => ({ ok: true, recoveryCodes }),
    refused: refuseForm,
  }),
  off: form({
    schema: currentPasswordSchema,
    run: (shop, { currentPassword }, { request }) => endSecondFactor(shop, currentPassword, request.headers),
    done({ cookies }, _fields, { visit }) {
      visit.cookies = cookies;
      return { ok: true, isOff: true };
    },
    refused: refuseForm,
  }),
  start: form({
    schema: currentPasswordSchema,
    run: (shop, { currentPassword }, { request }) => startEnrolment(shop, currentPassword, request.headers),
    done: (enrolment) => ({ ok: true, enrolment }),
    refused: refuseForm,
  }),
});

export default function TwoStep({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, isRequired } = loaderData;
  const answer = useLastAnswer(actionData as Outcome | undefined, useLocation().key);
  const enrolment = useEnrolment(answer);
  return (
    <SecurityPage title="Two-step sign-in">
      {answer?.recoveryCodes ? (
        <RecoveryCodes codes={answer.recoveryCodes} isAdmin={isRequired} />
      ) : enrolment ? (
        <Confirm enrolment={enrolment} />
      ) : isOn ? (
        <Manage isRequired={isRequired} />
      ) : (
        <Start isRequired={isRequired} isOff={answer?.isOff} />
      )}
    </SecurityPage>
  );
}

function useEnrolment(answer: Outcome | undefined): Enrolment | undefined {
  const [last, setLast] = useState(answer?.enrolment);
  const isUnsent = answer?.formError !== undefined && answer.typed?.intent === 'confirm';
  const enrolment = answer?.enrolment ?? (isUnsent ? last : undefined);
  if (enrolment !== last) setLast(enrolment);
  return enrolment;
}

function Start({ isRequired, isOff }: { isRequired: boolean; isOff?: boolean }) {
  return (
    <>
      {isOff ? <Note tone="done">Two-step sign-in is off.</Note> : null}
      {isRequired ? <Note tone="info">Admins need two-step sign-in. Set it up to open the admin area.</Note> : null}
      <p>
        To sign in, you’ll enter your password and a 6-digit code from an app such as Google Authenticator, Aegis or
        your password manager.
      </p>
      <PasswordForm intent="start">Continue</PasswordForm>
    </>
  );
}

function Confirm({ enrolment }: { enrolment: Enrolment }) {
  const { field, summary } = useShopForm({ intent: 'confirm' });
  const { qr, secret, link } = enrolment;
  return (
    <>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Scan this QR code with your authenticator app, or enter the key below.</li>
        <li>Enter the 6-digit code that the app shows.</li>
      </ol>
      <div className="qr-box">
        <QrCode qr={qr} label="QR code for your authenticator app" />
        <p className="num text-center font-semibold wrap-anywhere">{secret.match(/.{1,4}/g)?.join(' ')}</p>
        <a className="link" href={link}>
          Open in an app on this device
        </a>
      </div>
      <Form method="post" className="form" noValidate>
        <ErrorSummary {...summary} />
        <input type="hidden" name="intent" value="confirm" />
        <Field
          label="Code"
          {...field('code')}
          hint="6 digits from the app"
          className="code-field"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
        />
        <SaveOrCancel label="Switch on" cancelTo={href('/profile/security')} />
      </Form>
    </>
  );
}

function RecoveryCodes({ codes, isAdmin }: { codes: string[]; isAdmin: boolean }) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  const text = `Recovery codes for Bisvar\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <Note tone="done">Two-step sign-in is on.</Note>
      <p>
        Save these recovery codes somewhere other than your phone. Each one works once instead of the app. You won’t see
        them again.
      </p>
      <ul
        className="num grid grid-cols-2 gap-2 rounded-control border border-line bg-sand p-4"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <a
          className="button button-secondary"
          download="bisvar-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <span>Download</span>
        </a>
        {hydrated ? (
          <Button type="button" look="secondary" done={copied} onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        ) : null}
        {isAdmin ? (
          <ButtonLink to={href('/admin')}>Go to admin</ButtonLink>
        ) : (
          <ButtonLink to={href('/profile/security')}>Done</ButtonLink>
        )}
      </div>
    </>
  );
}

function Manage({ isRequired }: { isRequired: boolean }) {
  return (
    <>
      <Note tone="done">Two-step sign-in is on.</Note>
      <section className="grid gap-4 border-t border-line pt-6" aria-labelledby="codes">
        <h3 id="codes" className="text-h4">
          Recovery codes
        </h3>
        <p className="muted">Get ten new codes. Your old ones will stop working.</p>
        <PasswordForm intent="codes">Create new recovery codes</PasswordForm>
      </section>
      {isRequired ? null : (
        <section className="grid gap-4 border-t border-line pt-6" aria-labelledby="off">
          <h3 id="off" className="text-h4">
            Switch off two-step sign-in
          </h3>
          <PasswordForm intent="off">Switch off</PasswordForm>
        </section>
      )}
    </>
  );
}

/** A page has several of these forms, so each needs ids of its own. */
function PasswordForm({ intent, children }: { intent: 'start' | 'codes' | 'off'; children: string }) {
  const sent = useNavigation().formData?.get('intent');
  const { field, summary } = useShopForm({ intent, ids: { currentPassword: `password-${intent}` } });
  return (
    <Form method="post" className="form" noValidate>
      <ErrorSummary {...summary} />
      <input type="hidden" name="intent" value={intent} />
      <PasswordField label="Current password" {...field('currentPassword')} autoComplete="current-password" />
      <div>
        <Button look={intent === 'start' ? 'primary' : 'secondary'} busy={sent === intent}>
          {children}
        </Button>
      </div>
    </Form>
  );
}
