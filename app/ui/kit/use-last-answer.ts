import { useState } from 'react';

/**
 * What a form of this page was last answered, also once the router has forgotten it: it does so whenever the page is read again
 * by itself, because another tab changed the cart, say. Forgotten with `key`, and while the form is sent again.
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
