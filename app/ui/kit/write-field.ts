export function writeField(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  // React overrides the setter, and would otherwise ignore the event.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
