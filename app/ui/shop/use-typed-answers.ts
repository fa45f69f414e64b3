import { useEffect, useLayoutEffect } from 'react';
import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';

const PREFIX = 'personalization.';

const inputsOf = (form: string): HTMLInputElement[] => {
  const found = document.getElementById(form);
  if (!(found instanceof HTMLFormElement)) return [];
  return [...found.elements].filter(
    (each): each is HTMLInputElement => each instanceof HTMLInputElement && each.name.startsWith(PREFIX),
  );
};

/** A guest's answers stay after sign-in. */
const GUEST = '';

/**
 * Stores typed answers in the tab until `isSent`. Deletes another account's answers. Stores nothing until the account
 * is known.
 */
export function useTypedAnswers(
  form: string,
  { artworkId, owner, isSent }: { artworkId: string; owner: string | undefined; isSent: boolean },
): void {
  const key = `answers-${artworkId}`;
  useLayoutEffect(() => {
    if (owner === undefined) return;
    const stored = readStored(key, 'tab');
    if (stored.owner !== owner && stored.owner !== GUEST) return writeStored(key, null, 'tab');
    for (const input of inputsOf(form)) {
      const value = stored[input.name];
      if (typeof value === 'string' && input.value === input.defaultValue) input.value = value;
    }
    if (stored.owner !== owner) writeStored(key, JSON.stringify({ ...stored, owner }), 'tab');
  }, [form, key, owner]);
  useEffect(() => {
    if (owner === undefined) return undefined;
    const store = (event: Event) => {
      const { target } = event;
      if (!(target instanceof HTMLInputElement && target.form?.id === form && target.name.startsWith(PREFIX))) return;
      const typed = inputsOf(form).map(({ name, value }) => [name, value]);
      writeStored(key, JSON.stringify({ ...Object.fromEntries(typed), owner }), 'tab');
    };
    document.addEventListener('input', store);
    return () => document.removeEventListener('input', store);
  }, [form, key, owner]);
  useEffect(() => {
    if (isSent) writeStored(key, null, 'tab');
  }, [isSent, key]);
}
