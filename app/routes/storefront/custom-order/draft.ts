import { type CustomOrderDraft, DRAFT_FIELDS } from '#app/modules/custom-orders/custom-order.ts';
import { writeStored, readStored } from '#app/ui/shop/selected-design.ts';

const DRAFT_KEY = 'customOrderDraft';

/** What the form holds now. */
export function readDraft(form: HTMLFormElement): Required<CustomOrderDraft> {
  const data = new FormData(form);
  const readTyped = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');
  return Object.fromEntries(
    DRAFT_FIELDS.map((name) => [name, readTyped(data.get(name))]),
  ) as Required<CustomOrderDraft>;
}

/** Keeps what was answered, and the key it will be sent under, so that a reload loses nothing and sends nothing twice. */
export function storeDraft(draft: CustomOrderDraft, key: string): void {
  writeStored(DRAFT_KEY, JSON.stringify({ ...draft, key }));
}

export const forgetDraft = () => writeStored(DRAFT_KEY, null);

/** Puts a kept draft into the form, but over nothing that was typed or chosen since the page came; answers its key. */
export function restoreDraft(form: HTMLFormElement): string | undefined {
  const stored = readStored(DRAFT_KEY);
  for (const name of DRAFT_FIELDS) {
    const value = stored[name];
    const field = form.elements.namedItem(name);
    if (typeof value !== 'string' || value === '') continue;
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
