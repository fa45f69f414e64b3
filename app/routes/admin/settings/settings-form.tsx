import { FormProvider, type SubmissionResult, useForm } from '@conform-to/react';
import { useEffect, useMemo } from 'react';
import { Form, useNavigation } from 'react-router';
import type { Settings } from '#app/modules/settings/settings.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { fieldId } from '#app/ui/kit/field.tsx';
import type { Typed } from './group-form.ts';
import { addressOf, type SettingGroup } from './groups.ts';
import { SettingInput } from './setting-input.tsx';
import { SettingRows } from './setting-rows.tsx';

/** What a form of settings is answered when it is shown again. */
export type GroupAnswer = {
  result: SubmissionResult<string>;
  preview?: Partial<Settings>;
  isOverwriting?: true;
};

/** One group of settings to be changed and saved; rows are added, moved and taken out without a script too. */
export function SettingsForm({
  group,
  typed,
  seen,
  answer,
  hasPreview,
}: {
  group: SettingGroup;
  typed: Typed;
  seen: Record<string, string>;
  answer: GroupAnswer | undefined;
  hasPreview: boolean;
}) {
  const isSaving = useNavigation().formMethod === 'POST';
  const [form] = useForm<Typed, Typed, string>({
    id: 'settings',
    defaultValue: typed as Record<string, string>,
    lastResult: answer?.result,
  });
  // One object for as long as the answer is the same: the summary takes the focus whenever it gets another.
  const summary = useMemo(() => {
    const { '': formError, ...errors } = answer?.result.error ?? {};
    return { errors, formError: formError ?? undefined } as { errors: Record<string, string>; formError?: string };
  }, [answer]);
  const goOn = answer && nextField(group, answer);
  useEffect(() => {
    if (goOn) document.getElementById(fieldId(goOn))?.focus();
  }, [goOn, answer]);
  return (
    <FormProvider context={form.context}>
      <Form
        id={form.id}
        method="post"
        action={addressOf(group.id)}
        onSubmit={form.onSubmit}
        className="panel form max-w-[46rem] p-[1.1rem] md:p-6"
        noValidate
        preventScrollReset
        aria-labelledby="group"
      >
        {/* Enter presses the first button of a form. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          Save
        </button>
        <div className="grid gap-1">
          <h2 id="group" className="text-h3">
            {group.title}
          </h2>
          <p className="muted">{group.intro}</p>
        </div>
        <ErrorSummary {...summary} />
        {Object.entries(seen).map(([name, version]) => (
          <input key={name} type="hidden" name={name} value={version} />
        ))}
        <div className="grid gap-5 sm:grid-cols-2">
          {group.fields.map((field) => (
            <SettingInput key={field.path} field={field} name={field.path} />
          ))}
        </div>
        {group.list ? <SettingRows form={form} list={group.list} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button busy={isSaving}>Save</Button>
          {hasPreview ? (
            <Button look="secondary" name="intent" value="preview">
              Preview the table
            </Button>
          ) : null}
        </div>
      </Form>
    </FormProvider>
  );
}

/** Where to go on after a button: what was asked to be seen, or the first field of the row that came or moved. */
function nextField({ list }: SettingGroup, { result: { intent, initialValue }, preview }: GroupAnswer) {
  if (preview) return 'preview';
  const rows = list ? initialValue?.[list.key] : undefined;
  const last = Array.isArray(rows) ? rows.length - 1 : -1;
  if (!list || !intent || last < 0) return undefined;
  const at =
    intent.type === 'reorder'
      ? intent.payload.to
      : intent.type === 'remove'
        ? Math.max(0, intent.payload.index - 1)
        : last;
  return `${list.key}[${at}].${list.fields[0]!.path}`;
}
