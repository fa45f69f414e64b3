import { NOTHING } from '#app/basics/money.ts';
import { readRupees } from '#app/basics/rupees.ts';
import { itemKey } from '#app/basics/item.ts';
import { type DraftLine, draftLineText, readDraftLines } from '#app/modules/payments/checkout/draft-order.ts';

export const readTerms = (search: URLSearchParams) => ({
  lines: readDraftLines(search.getAll('line')),
  discount: readRupees(search.get('discount') ?? '') ?? NOTHING,
  handedOver: search.get('handed') === 'on',
  zipCode: /^[1-9]\d{5}$/.exec(search.get('zip') ?? '')?.[0],
});

export function withLine(search: URLSearchParams, line: DraftLine): URLSearchParams {
  const next = new URLSearchParams(search);
  const others = readDraftLines(search.getAll('line')).filter((each) => itemKey(each) !== itemKey(line));
  next.delete('line');
  for (const each of line.quantity > 0 ? [...others, line] : others) next.append('line', draftLineText(each));
  return next;
}

export function typesOtherTerms(form: HTMLFormElement, search: URLSearchParams): boolean {
  const typed = new FormData(form);
  return ['discount', 'zip', 'handed'].some((name) => {
    const value = typed.get(name);
    return (typeof value === 'string' ? value.trim() : '') !== (search.get(name) ?? '').trim();
  });
}
