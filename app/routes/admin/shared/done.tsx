import { useEffect } from 'react';
import { useLocation, useRouteLoaderData, useSearchParams } from 'react-router';
import { ownValue } from '#app/basics/own-value.ts';
import type { loader as layoutLoader } from '#app/routes/admin/layout.tsx';
import { EMAILED } from './labels.ts';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { showToast } from '#app/ui/kit/toast.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { useFormAnswer } from '#app/ui/kit/use-form-answer.ts';

const NOT_EMAILED = 'Email isn’t set up yet, so tell the customer yourself.';

/** Shows the success message in the URL, unless the form has failed since then. */
export function Done({ messages }: { messages: Record<string, string> }) {
  const message = useDone(messages);
  return message ? <Note tone="done">{message}</Note> : null;
}

/** Shows the message as a toast, so that it is visible from every form of a long page. */
export function DoneToast({ messages }: { messages: Record<string, string> }) {
  const message = useDone(messages);
  const { key } = useLocation();
  useEffect(() => {
    if (message) showToast({ text: message });
  }, [message, key]);
  const scripted = useHydrated();
  return message && !scripted ? (
    <div className="needs-no-script">
      <Note tone="done">{message}</Note>
    </div>
  ) : null;
}

function useDone(messages: Record<string, string>): string | undefined {
  const [search] = useSearchParams();
  const failed = useFormAnswer() !== undefined;
  const layout = useRouteLoaderData<typeof layoutLoader>('routes/admin/layout');
  const message = failed ? undefined : ownValue(messages, search.get('done'));
  return layout?.sendsEmail === false ? message?.replace(EMAILED, NOT_EMAILED) : message;
}

export function Failed({ answer }: { answer?: FormAnswer | undefined }) {
  const fromAction = useFormAnswer();
  const failed = answer ?? fromAction;
  return failed?.formError ? <Note tone="alert">{failed.formError}</Note> : null;
}
