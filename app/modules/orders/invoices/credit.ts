import { type Paise, paise, sum } from '#app/basics/money.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { lineGross, type PaperLine } from './paper.ts';

/** Some of a line of the order. */
export type ReturnedItem = Item & { quantity: number };

/**
 * The lines of a credit note: what undoes all that is left of an invoice's lines, or the items that came back, never more than
 * is left of them. However an invoice is undone, in one go or item by item, its credit notes come to exactly what it says.
 * `credited` has the lines of its earlier credit notes. Nothing left is no line. Shipping and other charges are undone with everything only.
 * `isOnTop` where GST came on top of the prices.
 */
export function creditLines(
  invoiced: readonly PaperLine[],
  credited: readonly PaperLine[],
  returned: 'all' | readonly ReturnedItem[],
  { isOnTop = false } = {},
): PaperLine[] {
  const back = new Map(returned === 'all' ? [] : countItems(returned));
  return invoiced.flatMap((line, at) => {
    const key = keyOf(line);
    const earlier = credited.filter((each) => keyOf(each) === key && each.gstRate === line.gstRate);
    // Lines of one item are undone from the first on.
    const before = invoiced.slice(0, at).filter((each) => keyOf(each) === key && each.gstRate === line.gstRate);
    const undone = Math.min(line.quantity, Math.max(0, countOf(earlier) - countOf(before)));
    const left = line.quantity - undone;
    const asked = returned === 'all' ? left : key === null ? 0 : (back.get(key) ?? 0);
    const quantity = Math.min(left, asked);
    if (quantity === 0) return [];
    if (key !== null && returned !== 'all') back.set(key, asked - quantity);
    const part = (amount: Paise) =>
      paise(upTo(amount, undone + quantity, line.quantity) - upTo(amount, undone, line.quantity));
    const [cgst, sgst, igst] = [part(line.cgst), part(line.sgst), part(line.igst)];
    // What was paid comes out even: the price without its tax, or the price that has it within, of which the tax may not be more.
    const isExact = isOnTop || lineGross(line) < 2 * line.quantity;
    const taxable = isExact ? part(line.taxable) : paise(part(lineGross(line)) - cgst - sgst - igst);
    const credit = { ...line, quantity, taxable, cgst, sgst, igst };
    // Where a piece costs a paisa, the last of them may take a paisa more than its price.
    const amount = paise(Math.max(part(line.amount), isOnTop ? taxable : lineGross(credit)));
    return [{ ...credit, amount }];
  });
}

/** What credit notes over these items come to in all, however many they are. */
export const sumCredit = (
  invoiced: readonly PaperLine[],
  returned: readonly ReturnedItem[],
  options: { isOnTop: boolean },
): Paise => sum(creditLines(invoiced, [], returned, options).map(lineGross));

const countOf = (lines: readonly PaperLine[]): number => lines.reduce((count, { quantity }) => count + quantity, 0);

/** By what a line's goods are known; null of a charge. */
const keyOf = ({ artworkId, variantId }: PaperLine): string | null =>
  artworkId === null ? null : itemKey({ artworkId, variantId });

function countItems(items: readonly ReturnedItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(itemKey(item), (counts.get(itemKey(item)) ?? 0) + item.quantity);
  return counts;
}

/** An amount's share for the first so many of all. */
const upTo = (amount: Paise, count: number, all: number): number =>
  Number((BigInt(amount) * BigInt(count)) / BigInt(all));
