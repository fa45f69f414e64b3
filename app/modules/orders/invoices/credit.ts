import { type Paise, paise, sum } from '#app/basics/money.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { lineGross, type DocumentLine } from './paper.ts';

export type ReturnedItem = Item & { quantity: number };

/**
 * Returns the lines of a credit note. All notes add up to the invoice. Charges are credited only when everything is
 * returned.
 */
export function creditLines(
  invoiced: readonly DocumentLine[],
  credited: readonly DocumentLine[],
  returned: 'all' | readonly ReturnedItem[],
  { isOnTop = false } = {},
): DocumentLine[] {
  const back = new Map(returned === 'all' ? [] : countItems(returned));
  return invoiced.flatMap((line, at) => {
    const key = goodsKey(line);
    const earlier = credited.filter((each) => goodsKey(each) === key && each.gstRate === line.gstRate);
    const earlierLines = invoiced
      .slice(0, at)
      .filter((each) => goodsKey(each) === key && each.gstRate === line.gstRate);
    const undone = Math.min(line.quantity, Math.max(0, sumQuantities(earlier) - sumQuantities(earlierLines)));
    const remainingQuantity = line.quantity - undone;
    const returnedQuantity = returned === 'all' ? remainingQuantity : key === null ? 0 : (back.get(key) ?? 0);
    const quantity = Math.min(remainingQuantity, returnedQuantity);
    if (quantity === 0) return [];
    if (key !== null && returned !== 'all') back.set(key, returnedQuantity - quantity);
    const part = (amount: Paise) =>
      paise(upTo(amount, undone + quantity, line.quantity) - upTo(amount, undone, line.quantity));
    const [cgst, sgst, igst] = [part(line.cgst), part(line.sgst), part(line.igst)];
    // The sum is exact for a price without tax, and for a price whose included tax does not exceed it.
    const isExact = isOnTop || lineGross(line) < 2 * line.quantity;
    const taxable = isExact ? part(line.taxable) : paise(part(lineGross(line)) - cgst - sgst - igst);
    const credit = { ...line, quantity, taxable, cgst, sgst, igst };
    // The last item may take a paisa more if the price is one paisa.
    const amount = paise(Math.max(part(line.amount), isOnTop ? taxable : lineGross(credit)));
    return [{ ...credit, amount }];
  });
}

export const sumCredit = (
  invoiced: readonly DocumentLine[],
  returned: readonly ReturnedItem[],
  options: { isOnTop: boolean },
): Paise => sum(creditLines(invoiced, [], returned, options).map(lineGross));

const sumQuantities = (lines: readonly DocumentLine[]): number =>
  lines.reduce((count, { quantity }) => count + quantity, 0);

const goodsKey = ({ artworkId, variantId }: DocumentLine): string | null =>
  artworkId === null ? null : itemKey({ artworkId, variantId });

function countItems(items: readonly ReturnedItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(itemKey(item), (counts.get(itemKey(item)) ?? 0) + item.quantity);
  return counts;
}

const upTo = (amount: Paise, count: number, all: number): number =>
  Number((BigInt(amount) * BigInt(count)) / BigInt(all));
