import { useState } from 'react';

/**
 * Keeps a form's last answer until `key` changes or the form is sent, because the router removes it on revalidation.
 */
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
