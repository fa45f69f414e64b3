import { useState } from 'react';
import { data, Form, Link, useNavigation } from 'react-router';
import { currentPasswordSchema } from '#app/modules/credentials/forms.ts';
import { firstCodeSchema } from '#app/modules/sign-in/forms.ts';
import { accountRefusal, type AccountRefusal, refusalStatus } from '#app/modules/accounts/messages.ts';
import {
  confirmEnrolment,
  endSecondFactor,
  type Enrolment,
  findEnrolment,
  getSecondFactor,
  renewRecoveryCodes,
  startEnrolment,
} from '#app/modules/sign-in/second-factor.server.ts';
import { readFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, PasswordField } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { passwordTrouble, type SecurityTrouble } from './security-errors.ts';
import type { Route } from './+types/two-step.ts';
import { QrCode } from '#app/ui/kit/qr-code.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Two-step sign-in' }, { name: 'robots', content: 'noindex' }];

/** What is shown of a secret or of recovery codes stands in the answer to a post alone, so that no address shows it again. */
export const headers = () => ({ 'Cache-Control': 'no-store' });

type Outcome = SecurityTrouble & { enrolment?: Enrolment; recoveryCodes?: string[]; about?: 'codes' | 'off' };

export async function loader({ context }: Route.LoaderArgs) {
  return getSecondFactor(context.get(shopContext));
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const browser = request.headers;
  const form = await request.formData();
  const wanted = form.get('wanted');
  form.delete('wanted');

  if (wanted === 'confirm') {
    const read = readFields(form, firstCodeSchema);
    const confirmed = read.ok ? await confirmEnrolment(shop, read.value.code, browser) : undefined;
    if (confirmed?.ok) return answer({ recoveryCodes: confirmed.value.recoveryCodes }, confirmed.value.cookies);
    const enrolment = await findEnrolment(shop);
    if (confirmed) return no(confirmed, { enrolment });
    return data<Outcome>({ errors: read.ok ? {} : read.errors, enrolment }, { status: 400 });
  }

  const about = wanted === 'codes' || wanted === 'off' ? wanted : undefined;
  const read = readFields(form, currentPasswordSchema);
  if (!read.ok) return data<Outcome>({ errors: read.errors, about }, { status: 400 });
  const { currentPassword } = read.value;
  if (about === 'codes') {
    const renewed = await renewRecoveryCodes(shop, currentPassword, browser);
    return renewed.ok ? answer({ recoveryCodes: renewed.value }) : no(renewed, { about });
  }
  if (about === 'off') {
    const ended = await endSecondFactor(shop, currentPassword, browser);
    return ended.ok ? answer({ isDone: true }, ended.value.cookies) : no(ended, { about });
  }
  const begun = await startEnrolment(shop, currentPassword, browser);
  return begun.ok ? answer({ enrolment: begun.value }) : no(begun, {});
}

const answer = (outcome: Outcome, cookies: string[] = []) =>
  data<Outcome>(outcome, { headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) });

const no = (refusal: AccountRefusal, outcome: Outcome) =>
  data<Outcome>(
    { ...outcome, ...passwordTrouble(refusal, accountRefusal(refusal)) },
    { status: refusalStatus(refusal) },
  );

export default function TwoStep({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, isRequired } = loaderData;
  return (
    <div className="grid max-w-(--container-form) gap-6 pt-8">
      <p>
        <Link className="link" to="/profile/security">
          Sign-in and security
        </Link>
      </p>
      <h2 className="text-h3">Two-step sign-in</h2>
      {actionData?.recoveryCodes ? (
        <RecoveryCodes codes={actionData.recoveryCodes} />
      ) : actionData?.enrolment ? (
        <Confirm enrolment={actionData.enrolment} trouble={actionData} />
      ) : isOn ? (
        <Manage isRequired={isRequired} trouble={actionData} />
      ) : (
        <Start isRequired={isRequired} trouble={actionData} />
      )}
    </div>
  );
}

function Start({ isRequired, trouble }: { isRequired: boolean; trouble?: Outcome }) {
  return (
    <>
      {trouble?.isDone ? <Note tone="done">Two-step sign-in is off.</Note> : null}
      {isRequired ? (
        <Note tone="info">An admin of this shop signs in with two steps. Set it up, and the workbench opens.</Note>
      ) : null}
      <p>
        Beside your password, every sign-in asks for six digits that an app on your phone shows: Google Authenticator,
        Aegis, your password manager, or any other.
      </p>
      <PasswordForm wanted="start" trouble={trouble}>
        Continue
      </PasswordForm>
    </>
  );
}

function Confirm({ enrolment, trouble }: { enrolment: Enrolment; trouble: Outcome }) {
  const isSaving = useNavigation().formMethod === 'POST';
  const { qr, secret, link } = enrolment;
  return (
    <>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Scan this picture with your authenticator app, or type the letters under it.</li>
        <li>Type the six digits the app shows then.</li>
      </ol>
      <div className="qr-box">
        <QrCode qr={qr} label="QR code for your authenticator app" />
        <p className="num text-center font-semibold wrap-anywhere">{secret.match(/.{1,4}/g)?.join(' ')}</p>
        <a className="link" href={link}>
          Open in an app on this device
        </a>
      </div>
      <Form method="post" className="form" noValidate>
        <ErrorSummary errors={trouble.errors} formError={trouble.formError} />
        <input type="hidden" name="wanted" value="confirm" />
        <Field
          label="Code"
          name="code"
          hint="6 digits of the app"
          className="code-field"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          error={trouble.errors?.code}
        />
        <div className="flex flex-wrap gap-3">
          <Button busy={isSaving}>Switch on</Button>
          <ButtonLink look="secondary" to="/profile/security">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
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
        Keep these recovery codes where you find them without your phone. Each one signs in once in place of the app.
        They are shown this one time.
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
        <ButtonLink to="/profile/security">Done</ButtonLink>
      </div>
    </>
  );
}

function Manage({ isRequired, trouble }: { isRequired: boolean; trouble?: Outcome }) {
  return (
    <>
      <Note tone="done">Two-step sign-in is on.</Note>
      <section className="grid gap-4 border-t border-line pt-6" aria-labelledby="codes">
        <h3 id="codes" className="text-h4">
          Recovery codes
        </h3>
        <p className="muted">Ten new ones; those from before stop working.</p>
        <PasswordForm wanted="codes" trouble={trouble?.about === 'codes' ? trouble : undefined}>
          Make new recovery codes
        </PasswordForm>
      </section>
      {isRequired ? null : (
        <section className="grid gap-4 border-t border-line pt-6" aria-labelledby="off">
          <h3 id="off" className="text-h4">
            Switch it off
          </h3>
          <PasswordForm wanted="off" trouble={trouble?.about === 'off' ? trouble : undefined}>
            Switch off
          </PasswordForm>
        </section>
      )}
    </>
  );
}

/** What asks for the password before it is done; several stand on one screen, so each has ids of its own. */
function PasswordForm({
  wanted,
  trouble,
  children,
}: {
  wanted: 'start' | 'codes' | 'off';
  trouble?: Outcome;
  children: string;
}) {
  const sent = useNavigation().formData?.get('wanted');
  const id = `password-${wanted}`;
  return (
    <Form method="post" className="form" noValidate>
      <ErrorSummary errors={trouble?.errors} formError={trouble?.formError} ids={{ currentPassword: id }} />
      <input type="hidden" name="wanted" value={wanted} />
      <PasswordField
        label="Current password"
        name="currentPassword"
        id={id}
        autoComplete="current-password"
        error={trouble?.errors?.currentPassword}
      />
      <div>
        <Button look={wanted === 'start' ? 'primary' : 'secondary'} busy={sent === wanted}>
          {children}
        </Button>
      </div>
    </Form>
  );
}
