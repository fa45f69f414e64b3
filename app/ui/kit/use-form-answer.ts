import { useState } from 'react';
import { useActionData, useLocation } from 'react-router';
import type { FormAnswer } from './use-form.ts';
import { isRefused, useCount } from './use-revalidate.ts';

/** Lets a page follow the shop while a form of it is shown again: all its forms must read their answer by `useFormAnswer`. */
export function useFollowWithAnswers(): void {
  useCount('followers', true);
}

/** What the page's last form was answered, until the page goes on; the router forgets it when the page is read again. */
export function useFormAnswer(): FormAnswer | undefined {
  const answer = useActionData() as FormAnswer | undefined;
  useCount('refusedForms', isRefused(answer));
  const { key } = useLocation();
  const [stored, setStored] = useState({ key, answer });
  const isNew = answer !== undefined && answer !== stored.answer;
  if (isNew || (stored.key !== key && stored.answer !== answer)) setStored({ key, answer });
  return answer ?? (stored.key === key ? stored.answer : undefined);
}
