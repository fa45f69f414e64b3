import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';
import { TYPED_FIELDS } from './checkout-form.ts';

/** Other people may use the device, so the fields are stored only in this tab. */
const KEY = 'checkoutTyped';

const fieldsOf = (form: HTMLFormElement) =>
  TYPED_FIELDS.flatMap((name) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement
      ? [[name, field] as const]
      : [];
  });

type TypedField = ReturnType<typeof fieldsOf>[number][1];

const isBox = (field: TypedField): field is HTMLInputElement => field.type === 'checkbox';

const isUntouched = (field: TypedField): boolean =>
  field instanceof HTMLSelectElement
    ? field.selectedOptions[0]?.defaultSelected !== false
    : isBox(field)
      ? field.checked === field.defaultChecked
      : field.value === field.defaultValue;

/**
 * Stores the fields under the checkout's `key`, because a phone may discard the page while the shopper pays in an app.
 */
export function storeTyped(form: HTMLFormElement, key: string): void {
  const stored = readStored(KEY, 'tab');
  const isStored = (name: string) => stored['key'] === key && name in stored;
  // A refused form already has its typed values as defaults, so this also stores defaults.
  const typedFields = fieldsOf(form).filter(([name, field]) => isStored(name) || !isUntouched(field));
  const typed = Object.fromEntries(
    typedFields.map(([name, field]) => [name, isBox(field) && !field.checked ? '' : field.value]),
  );
  writeStored(KEY, JSON.stringify({ ...typed, key }), 'tab');
}

export function restoreTyped(form: HTMLFormElement, key: string): void {
  const stored = readStored(KEY, 'tab');
  if (stored['key'] !== key) return;
  for (const [name, field] of fieldsOf(form)) {
    const value = stored[name];
    if (typeof value !== 'string' || !isUntouched(field)) continue;
    if (isBox(field)) field.checked = value !== '';
    else field.value = value;
  }
}

export const deleteTyped = () => writeStored(KEY, null, 'tab');
