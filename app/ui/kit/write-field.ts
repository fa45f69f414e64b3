/** Writes into a field as if somebody had, so that what judges it and what follows from it hear of it. */
export function writeField(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  // The field's own setter is React's, which would take the event for one without a change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
