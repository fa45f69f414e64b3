import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';

type RequestOf = { artworkId: string; owner: string };

const FIELDS = ['name', 'email', 'phone', 'message', 'neededBy'] as const;
const keyOf = (artworkId: string) => `orderRequestDraft-${artworkId}`;
const fieldOf = (form: HTMLFormElement, name: string) => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined;
};

export function storeRequestDraft(
  form: HTMLFormElement,
  { artworkId, owner, key, prefilled }: RequestOf & { key: string; prefilled: Record<string, string> },
): void {
  const typed = FIELDS.map((name) => [name, fieldOf(form, name)?.value ?? ''] as const);
  const values = Object.fromEntries(typed.filter(([name, value]) => value !== (prefilled[name] ?? '')));
  writeStored(keyOf(artworkId), JSON.stringify({ ...values, owner, key }), 'tab');
}

export const deleteRequestDraft = (artworkId: string): void => writeStored(keyOf(artworkId), null, 'tab');

/** Restores fields that the visitor has not changed and returns the key. Deletes another account's draft. */
export function restoreRequestDraft(form: HTMLFormElement, { artworkId, owner }: RequestOf): string | undefined {
  const stored = readStored(keyOf(artworkId), 'tab');
  if (stored.owner !== owner) {
    deleteRequestDraft(artworkId);
    return undefined;
  }
  for (const name of FIELDS) {
    const value = stored[name];
    const field = fieldOf(form, name);
    if (typeof value === 'string' && field && field.value === field.defaultValue) field.value = value;
  }
  return typeof stored.key === 'string' ? stored.key : undefined;
}
