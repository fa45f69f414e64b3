import { useActionData, useSearchParams } from 'react-router';
import { Note } from '#app/ui/kit/note.tsx';
import type { NotDone } from './stay-here.ts';

/** What came of a form, where the form stands: the message for what the address says was done; nothing once a form failed after it. */
export function Done({ messages }: { messages: Record<string, string> }) {
  const [search] = useSearchParams();
  const failed = useActionData() !== undefined;
  const said = messages[search.get('done') ?? ''];
  return said && !failed ? <Note tone="done">{said}</Note> : null;
}

/** That nothing could be done, in a question whose answer has no field. */
export function Failed() {
  const failed = useActionData() as NotDone | undefined;
  return failed?.formError ? <Note tone="alert">{failed.formError}</Note> : null;
}
