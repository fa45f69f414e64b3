import { useSearchParams } from 'react-router';
import { ownValue } from '#app/basics/own-value.ts';
import { Note } from '#app/ui/kit/note.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { useFormAnswer } from '#app/ui/kit/use-form-answer.ts';

/** Shows the success message named in the URL, unless the form failed since. */
export function Done({ messages }: { messages: Record<string, string> }) {
  const [search] = useSearchParams();
  const failed = useFormAnswer() !== undefined;
  const message = ownValue(messages, search.get('done'));
  return message && !failed ? <Note tone="done">{message}</Note> : null;
}

/** Shows a failure that belongs to no field; `answer` is a fetcher's. */
export function Failed({ answer }: { answer?: FormAnswer | undefined }) {
  const fromAction = useFormAnswer();
  const failed = answer ?? fromAction;
  return failed?.formError ? <Note tone="alert">{failed.formError}</Note> : null;
}
