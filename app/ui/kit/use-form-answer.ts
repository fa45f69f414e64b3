import { useEffect, useState } from 'react';
import { useActionData, useLocation } from 'react-router';
import type { FormAnswer } from './use-form.ts';
import { addFollower } from './use-revalidate.ts';

/** Lets a page follow the shop while a form of it is shown again: all its forms must read their answer by `useFormAnswer`. */
export function useFollowWithAnswers(): void {
  useEffect(addFollower, []);
}

/** What the page's last form was answered, until the page goes on; the router forgets it when the page is read again. */
export function useFormAnswer(): FormAnswer | undefined {
  const answer = useActionData() as FormAnswer | undefined;
  const { key } = useLocation();
  const [stored, setStored] = useState({ key, answer });
  const isNew = answer !== undefined && answer !== stored.answer;
  if (isNew || (stored.key !== key && stored.answer !== answer)) setStored({ key, answer });
  return answer ?? (stored.key === key ? stored.answer : undefined);
}
