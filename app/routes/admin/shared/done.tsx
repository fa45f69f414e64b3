import { useSearchParams } from 'react-router';
import { ownValue } from '#app/basics/own-value.ts';
import { Note } from '#app/ui/kit/note.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { useFormAnswer } from '#app/ui/kit/use-form-answer.ts';

/** Shows a form's success message, as named in the address; nothing once a form failed after it. */
export function Done({ messages }: { messages: Record<string, string> }) {
  const [search] = useSearchParams();
  const failed = useFormAnswer() !== undefined;
  const said = ownValue(messages, search.get('done'));
  return said && !failed ? <Note tone="done">{said}</Note> : null;
}

/** That nothing could be done, where no field could say it: what the page's form was answered, or the answer given (a fetcher's). */
export function Failed({ answer }: { answer?: FormAnswer | undefined }) {
  const fromAction = useFormAnswer();
  const failed = answer ?? fromAction;
  return failed?.formError ? <Note tone="alert">{failed.formError}</Note> : null;
}
