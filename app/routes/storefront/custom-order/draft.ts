import { type CustomOrderDraft, DRAFT_FIELDS } from '#app/modules/requests/requests/custom-order.ts';
import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';

/** Other people may use the device, so the draft is stored only in this tab. */
const DRAFT_KEY = 'customOrderDraft';

export function readDraft(form: HTMLFormElement): Required<CustomOrderDraft> {
  const data = new FormData(form);
  const readTyped = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');
  return Object.fromEntries(
    DRAFT_FIELDS.map((name) => [name, readTyped(data.get(name))]),
  ) as Required<CustomOrderDraft>;
}

/** Stores the draft with its `owner` and key, so that a reload loses no text and sends nothing twice. */
export function storeDraft(
  draft: Required<CustomOrderDraft>,
  { prefilled, owner, key }: { prefilled: CustomOrderDraft; owner: string | undefined; key: string },
): void {
  const answered = DRAFT_FIELDS.filter((name) => draft[name] !== (prefilled[name] ?? ''));
  const values = Object.fromEntries(answered.map((name) => [name, draft[name]]));
  writeStored(DRAFT_KEY, JSON.stringify({ ...values, owner, key }), 'tab');
}

export const deleteDraft = () => writeStored(DRAFT_KEY, null, 'tab');

/** Restores a draft and returns its key. A guest's draft survives sign-in; another account's draft is deleted. */
export function restoreDraft(form: HTMLFormElement, owner: string | undefined): string | undefined {
  const stored = readStored(DRAFT_KEY, 'tab');
  if (stored.owner !== undefined && stored.owner !== owner) {
    deleteDraft();
    return undefined;
  }
  for (const name of DRAFT_FIELDS) {
    const value = stored[name];
    const field = form.elements.namedItem(name);
    if (typeof value !== 'string') continue;
    if (field instanceof RadioNodeList) field.value ||= value;
    else if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true;
    else if (
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.value === field.defaultValue
    )
      field.value = value;
  }
  return typeof stored.key === 'string' ? stored.key : undefined;
}
