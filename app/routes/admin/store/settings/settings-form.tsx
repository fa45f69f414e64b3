import { useEffect, useState } from 'react';
import { Form, href, Link, useNavigation } from 'react-router';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, fieldId, PasswordField } from '#app/ui/kit/field.tsx';
import { LeaveGuard } from '#app/ui/kit/leave-guard.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Typed } from './group-form.ts';
import { addressOf, type SettingGroup } from './groups.ts';
import { SettingInput } from './setting-input.tsx';
import { SettingRows } from './setting-rows.tsx';

/** `stamp` differs for each answer; `goOn` is the field to focus. */
export type GroupAnswer = {
  stamp: string;
  typed: Typed;
  errors?: Record<string, string>;
  formError?: string;
  goOn?: string;
  preview?: Partial<Settings>;
};

type PayeeProof = { pending: string | undefined; asksCode: boolean };

function PayeeFields({ payee, errors }: { payee: PayeeProof; errors: Record<string, string> }) {
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Only needed to change the UPI address or payee name</legend>
      {payee.pending === undefined ? null : (
        <Note className="sm:col-span-2">
          <b className="wrap-anywhere">{payee.pending}</b> is not in use yet.{' '}
          <Link className="link" to={`${href('/admin/opening')}#payment`}>
            Test it with ₹1
          </Link>
        </Note>
      )}
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
    </fieldset>
  );
}

export function SettingsForm({
  group,
  typed: known,
  seen,
  answer,
  hasPreview,
  isSaved,
  isOpeningNext,
  payee,
}: {
  group: SettingGroup;
  typed: Typed;
  seen: Record<string, string>;
  answer: GroupAnswer | undefined;
  hasPreview: boolean;
  isSaved: boolean;
  isOpeningNext: boolean;
  /** For payment settings: the unused UPI address and the owner's proof. */
  payee: PayeeProof | undefined;
}) {
  const { state, formMethod } = useNavigation();
  const isSaving = formMethod === 'POST';
  const [isChanged, setChanged] = useState(false);
  const { typed, errors = {}, goOn } = answer ?? { typed: known };
  useEffect(() => {
    if (goOn) document.getElementById(fieldId(goOn))?.focus();
  }, [goOn, answer]);
  return (
    <Form
      method="post"
      // Without JavaScript the next page would open far above the note.
      action={`${addressOf(group.id)}#saved`}
      className="panel form max-w-184 p-panel md:p-6"
      noValidate
      preventScrollReset
      aria-labelledby="group"
      onInput={() => setChanged(true)}
      onSubmit={() => setChanged(false)}
    >
      {/* Nothing was saved if there is an answer. */}
      <LeaveGuard when={(isChanged || answer !== undefined) && state === 'idle'} />
      {/* Enter uses a form's first button. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <div className="grid gap-1">
        <h2 id="group" className="text-h3">
          {group.title}
        </h2>
        <p className="muted">{group.intro}</p>
      </div>
      <ErrorSummary errors={answer?.errors} formError={answer?.formError} />
      {Object.entries(seen).map(([name, version]) => (
        <input key={name} type="hidden" name={name} value={typed[name] ?? version} />
      ))}
      <div className="grid gap-5 sm:grid-cols-2">
        {group.fields.map((field) => (
          <SettingInput key={field.path} field={field} name={field.path} typed={typed} errors={errors} />
        ))}
      </div>
      {payee ? <PayeeFields payee={payee} errors={errors} /> : null}
      <SettingRows group={group} typed={typed} errors={errors} />
      {isSaved ? (
        <Note id="saved" tone="done">
          Saved.
          {isOpeningNext ? (
            <>
              {' '}
              <Link className="link" to={href('/admin/opening')}>
                Back to Opening day
              </Link>
            </>
          ) : null}
        </Note>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button busy={isSaving}>Save</Button>
        {hasPreview ? (
          <Button look="secondary" name="intent" value="preview">
            Preview the table
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
