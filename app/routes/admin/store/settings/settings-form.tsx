import { type ReactNode, useEffect, useState } from 'react';
import { Form, href, Link, useNavigation } from 'react-router';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, fieldId, PasswordField } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { LeaveGuard } from '#app/ui/kit/leave-guard.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Typed } from './page-form.ts';
import type { SettingPage } from './setting-fields.ts';
import { CopyButton } from '#app/routes/admin/shared/part.tsx';
import { addressOf } from './setting-pages.ts';
import { Section } from './setting-section.tsx';
import { useLinkedField } from './use-linked-field.ts';

/** `stamp` is different for each answer. `goOn` is the field to focus. */
export type PageAnswer = {
  stamp: string;
  typed: Typed;
  errors?: Record<string, string>;
  formError?: string;
  goOn?: string;
  preview?: Partial<Settings>;
};

type PayeeProof = { pending: string | undefined; asksCode: boolean };

function PayeeFields({
  payee,
  errors,
  isChanged,
}: {
  payee: PayeeProof;
  errors: Record<string, string>;
  isChanged: boolean;
}) {
  return (
    <>
      {payee.pending === undefined ? null : (
        <Note>
          <b className="wrap-anywhere">{payee.pending}</b> is not in use yet.{' '}
          <Link className="link" to={`${href('/admin/opening')}#payment`}>
            Test it with ₹1
          </Link>
        </Note>
      )}
      <details className="accordion setting-fold" open={isChanged || Boolean(errors.currentPassword ?? errors.code)}>
        <summary>
          Confirm a new UPI address or payee name
          <Icon name="plus" />
        </summary>
        <div className="grid gap-5 pb-panel sm:grid-cols-2">
          <PasswordField
            label="Your password"
            name="currentPassword"
            autoComplete="current-password"
            error={errors.currentPassword}
          />
          {payee.asksCode ? (
            <Field
              label="Code from your authenticator app"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              error={errors.code}
            />
          ) : null}
        </div>
      </details>
    </>
  );
}

function FeedAddresses({ shopUrl }: { shopUrl: string }) {
  const feeds = { Google: href('/feeds/google.xml'), Meta: href('/feeds/meta.csv') };
  return (
    <dl className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
      {Object.entries(feeds).map(([name, path]) => (
        <div key={name}>
          <dt className="meta">{name}</dt>
          <dd className="flex items-center justify-between gap-2">
            <span className="wrap-anywhere">{shopUrl + path}</span>
            <CopyButton label={`Copy the address for ${name}`} text={shopUrl + path} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const PAYEE_FIELDS = new Set(['upi.address', 'upi.name']);

export function SettingsForm({
  page,
  typed: known,
  seen,
  answer,
  isSaved,
  isOpeningNext,
  payee,
  shopUrl,
  onDiscard,
  children,
}: {
  page: SettingPage;
  typed: Typed;
  seen: Record<string, string>;
  answer: PageAnswer | undefined;
  isSaved: boolean;
  isOpeningNext: boolean;
  /** For payment settings: the pending UPI address, and whether the owner must prove their identity. */
  payee: PayeeProof | undefined;
  shopUrl: string;
  onDiscard: () => void;
  children?: ReactNode;
}) {
  const { state, formMethod } = useNavigation();
  const isSaving = formMethod === 'POST';
  const [isChanged, setChanged] = useState(false);
  const [isPayeeChanged, setPayeeChanged] = useState(false);
  const { typed, errors = {}, goOn } = answer ?? { typed: known };
  const isUnsaved = isChanged || answer !== undefined;
  useLinkedField();
  useEffect(() => {
    if (goOn) document.getElementById(fieldId(goOn))?.focus();
  }, [goOn, answer]);
  return (
    <Form
      method="post"
      // Without JavaScript, the next page would otherwise open above its success message.
      action={`${addressOf(page.id)}#saved`}
      className="panel form max-w-184 p-panel md:p-6"
      noValidate
      preventScrollReset
      aria-labelledby="settings-page"
      data-settings
      data-saved-by-keys
      onInput={({ target }) => {
        setChanged(true);
        if (PAYEE_FIELDS.has((target as HTMLInputElement).name)) setPayeeChanged(true);
      }}
      onSubmit={() => setChanged(false)}
    >
      {/* An answer means that nothing was saved. */}
      <LeaveGuard when={isUnsaved && state === 'idle'} />
      {/* Enter uses a form's first button. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <h2 id="settings-page" tabIndex={-1} className="text-h3">
        {page.title}
      </h2>
      {children}
      <ErrorSummary errors={answer?.errors} formError={answer?.formError} />
      {Object.entries(seen).map(([name, version]) => (
        <input key={name} type="hidden" name={name} value={typed[name] ?? version} />
      ))}
      {page.sections.map((section) => (
        <Section key={section.id} section={section} typed={typed} errors={errors} goOn={goOn}>
          {payee && section.id === 'upi' ? (
            <PayeeFields payee={payee} errors={errors} isChanged={isPayeeChanged} />
          ) : null}
          {section.id === 'feeds' ? <FeedAddresses shopUrl={shopUrl} /> : null}
          {section.id === 'registration' ? (
            <p className="muted">
              Invoices also show your{' '}
              <Link className="link" to={addressOf(`shop#${fieldId('legal.sellerName')}`)}>
                legal name and registered address
              </Link>
              .
            </p>
          ) : null}
          {section.id === 'zones' ? (
            <div>
              <Button look="secondary" name="intent" value="preview">
                Preview the table
              </Button>
            </div>
          ) : null}
        </Section>
      ))}
      <div
        id="saved"
        className="settings-foot"
        data-keep-clear
        data-sticky={isUnsaved || isSaving || isSaved || undefined}
      >
        <p className="meta mr-auto" role="status">
          {isUnsaved ? 'Unsaved changes' : isSaved ? 'Saved.' : ''}
        </p>
        {isSaved && isOpeningNext && !isUnsaved ? (
          <ButtonLink look="card" to={href('/admin/opening')}>
            Back to Opening day
          </ButtonLink>
        ) : null}
        {isUnsaved ? (
          <Button type="button" look="card" onClick={onDiscard}>
            Discard
          </Button>
        ) : null}
        <Button busy={isSaving}>Save</Button>
      </div>
    </Form>
  );
}
