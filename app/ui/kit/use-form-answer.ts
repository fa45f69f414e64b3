import { useState } from 'react';
import { useActionData, useLocation } from 'react-router';
import type { FormAnswer } from './use-form.ts';
import { isRefused, useCount } from './use-revalidate.ts';

/** Lets a page revalidate while a form shows errors. Its forms must use `useFormAnswer`. */
export function useFollowWithAnswers(): void {
  useCount('followers', true);
}

/** Returns the last form's answer until the next navigation, because the router removes it on revalidation. */
export function useFormAnswer(): FormAnswer | undefined {
  const answer = useActionData() as FormAnswer | undefined;
  useCount('refusedForms', isRefused(answer));
  const { key } = useLocation();
  const [stored, setStored] = useState({ key, answer });
  const isNew = answer !== undefined && answer !== stored.answer;
  if (isNew || (stored.key !== key && stored.answer !== answer)) setStored({ key, answer });
  return answer ?? (stored.key === key ? stored.answer : undefined);
}
