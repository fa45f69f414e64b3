import { useEffect, useLayoutEffect } from 'react';
import { readStored, writeStored } from './selected-design.ts';

const PREFIX = 'personalization.';

const inputsOf = (form: string): HTMLInputElement[] => {
  const found = document.getElementById(form);
  if (!(found instanceof HTMLFormElement)) return [];
  return [...found.elements].filter(
    (each): each is HTMLInputElement => each instanceof HTMLInputElement && each.name.startsWith(PREFIX),
  );
};

/**
 * Keeps what is typed as answers in the form with this id while the tab is open, so that a reload or the way back finds it again; until
 * `isSent`, when the cart has it.
 */
export function useTypedAnswers(form: string, artworkId: string, isSent: boolean): void {
  const key = `answers-${artworkId}`;
  useLayoutEffect(() => {
    const stored = readStored(key, 'tab');
    for (const input of inputsOf(form)) {
      const value = stored[input.name];
      if (typeof value === 'string' && input.value === input.defaultValue) input.value = value;
    }
  }, [form, key]);
  useEffect(() => {
    const store = (event: Event) => {
      const { target } = event;
      if (!(target instanceof HTMLInputElement && target.form?.id === form && target.name.startsWith(PREFIX))) return;
      const typed = inputsOf(form).map(({ name, value }) => [name, value]);
      writeStored(key, JSON.stringify(Object.fromEntries(typed)), 'tab');
    };
    document.addEventListener('input', store);
    return () => document.removeEventListener('input', store);
  }, [form, key]);
  useEffect(() => {
    if (isSent) writeStored(key, null, 'tab');
  }, [isSent, key]);
}
