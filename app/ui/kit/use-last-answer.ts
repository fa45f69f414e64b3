import { useState } from 'react';

/** Keeps a form's last answer, which the router drops on revalidation, until `key` changes or it is sent. */
export function useLastAnswer<Answer>(
  answer: Answer | undefined,
  key: string | undefined,
  isTryingAgain = false,
): Answer | undefined {
  const [last, setLast] = useState({ key, answer });
  const next = isTryingAgain ? undefined : (answer ?? last.answer);
  if (next !== last.answer || key !== last.key) setLast({ key, answer: key === last.key ? next : answer });
  return answer ?? (key === last.key ? last.answer : undefined);
}
