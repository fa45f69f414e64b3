import { NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { distribute, splitTax, taxAmount } from '#app/modules/orders/pricing/gst.ts';
import { type DocumentContent, lineGross, type DocumentLine } from './paper.ts';

export type ReturnedItem = Item & { quantity: number };

/**
 * The lines of a credit note, or of a debit note that reverses a credit. A line without a quantity only lowers a price.
 */
export type Correction = { lines: readonly DocumentLine[]; isDebit?: boolean };

/** Earlier credits: the returned pieces, and the amount for these pieces and for lower prices. */
export type Credited = { returned: readonly ReturnedItem[]; amount: Paise };
export const NOTHING_CREDITED: Credited = { returned: [], amount: NOTHING };

const PARTS = ['amount', 'taxable', 'cgst', 'sgst', 'igst'] as const;
type Parts = Pick<DocumentLine, (typeof PARTS)[number]>;
const NO_PARTS: Parts = { amount: NOTHING, taxable: NOTHING, cgst: NOTHING, sgst: NOTHING, igst: NOTHING };

const combine = (a: Parts, b: Parts, sign: 1 | -1): Parts =>
  Object.fromEntries(PARTS.map((name) => [name, paise(a[name] + sign * b[name])])) as Parts;

/**
 * The amounts that corrections already took from an invoice line. `before`: the pieces returned before its price was
 * last lowered.
 */
type Taken = { value: Parts; returned: Parts; quantity: number; before: { returned: Parts; quantity: number } };

/**
 * Returns the lines of a credit note for returned pieces. Notes for all pieces add up to the invoice. Charges are
 * credited when everything is returned.
 */
export function creditLines(
  invoiced: readonly DocumentLine[],
  corrections: readonly Correction[],
  returned: 'all' | readonly ReturnedItem[],
  { isOnTop = false } = {},
): DocumentLine[] {
  const taken = takenFrom(invoiced, corrections);
  const back = new Map(returned === 'all' ? [] : countItems(returned));
  return invoiced.flatMap((line, at) => {
    const { value, before, ...since } = taken[at]!;
    const key = goodsKey(line);
    const remainingQuantity = line.quantity - since.quantity;
    const returnedQuantity = returned === 'all' ? remainingQuantity : key === null ? 0 : (back.get(key) ?? 0);
    const quantity = Math.min(remainingQuantity, returnedQuantity);
    if (quantity === 0) return [];
    if (key !== null && returned !== 'all') back.set(key, returnedQuantity - quantity);
    // Pieces returned before the price was lowered keep their credit. The lower price is divided among the other
    // pieces.
    const whole = combine(combine(line, value, -1), before.returned, -1);
    const divided = line.quantity - before.quantity;
    const undone = combine(since.returned, before.returned, -1);
    const undoneAfter = since.quantity + quantity - before.quantity;
    const left = combine(whole, undone, -1);
    const isRest = undoneAfter === divided;
    const part = (name: keyof Parts) =>
      isRest ? left[name] : within(paise(share(whole[name], undoneAfter, divided) - undone[name]), left[name]);
    const [cgst, sgst, igst] = [part('cgst'), part('sgst'), part('igst')];
    // The sum is exact if tax is on top, for the last pieces, or below two paise per piece.
    const isExact = isOnTop || isRest || grossOf(whole) < 2 * divided;
    const gross = paise(share(grossOf(whole), undoneAfter, divided) - grossOf(undone));
    const taxable = isExact ? part('taxable') : within(paise(gross - cgst - sgst - igst), left.taxable);
    const credit = { ...line, of: at, quantity, taxable, cgst, sgst, igst };
    const price = isOnTop ? taxable : lineGross(credit);
    if (grossOf(value) > 0) return [{ ...credit, rate: paise(Math.round(price / quantity)), amount: price }];
    // For a price of one paisa, rounding must not make the amount smaller than the price.
    return [{ ...credit, amount: paise(Math.max(part('amount'), price)) }];
  });
}

/**
 * Returns the lines of a credit note over an amount, in proportion to the uncredited amounts. The last note takes the
 * exact rest; more throws RangeError.
 */
export function creditValue(
  invoiced: readonly DocumentLine[],
  corrections: readonly Correction[],
  amount: Paise,
  { isOnTop = false } = {},
): DocumentLine[] {
  const rest = restOf(invoiced, corrections);
  const all = sum(rest.map(lineGross));
  if (amount > all) throw new RangeError(`${amount} paise are more than the ${all} that are left`);
  const values = distribute(amount, rest.map(lineGross));
  return rest.flatMap((line, at) => {
    const value = values[at]!;
    if (value === 0) return [];
    const parts = valueParts(line, value);
    const price = isOnTop ? parts.taxable : value;
    return [{ ...line, of: at, quantity: 0, rate: price, amount: price, ...parts }];
  });
}

/**
 * Returns by how much corrections lowered the invoice lines that still have pieces. Also returns the list price of
 * these lines and of all lines.
 */
export function sumLowered(
  invoiced: readonly DocumentLine[],
  corrections: readonly Correction[],
): { lowered: Paise; left: Paise; whole: Paise } {
  const left = linesLeft(invoiced, corrections);
  return {
    lowered: sum(left.map(({ lowered }) => lineGross(lowered))),
    left: sum(left.map(({ line }) => line.amount)),
    whole: sum(invoiced.map((line) => line.amount)),
  };
}

/**
 * Returns the lines of a debit note that reverses lower prices of the remaining pieces. A larger amount raises the
 * prices above the invoice.
 */
export function debitValue(
  invoiced: readonly DocumentLine[],
  corrections: readonly Correction[],
  amount: Paise,
  { isOnTop = false, isInterstate = false } = {},
): DocumentLine[] {
  const left = linesLeft(invoiced, corrections);
  const cheaper = left.filter(({ lowered }) => lineGross(lowered) > 0);
  const lowered = cheaper.map((each) => each.lowered);
  if (amount <= sum(lowered.map(lineGross)))
    return creditValue(lowered, [], amount, { isOnTop }).map((line) => ({ ...line, of: cheaper[line.of!]!.of }));
  const weights = left.map(({ line }) => line.amount);
  return distribute(amount, weights).flatMap((value, at) => {
    if (value === 0) return [];
    const { line, of } = left[at]!;
    const taxed = taxAmount(value, line.gstRate, { isInterstate });
    const price = isOnTop ? taxed.taxable : value;
    const parts = { taxable: taxed.taxable, ...splitTax(taxed, isInterstate) };
    return [{ ...line, of, quantity: 0, rate: price, amount: price, ...parts }];
  });
}

const linesLeft = (invoiced: readonly DocumentLine[], corrections: readonly Correction[]) =>
  takenFrom(invoiced, corrections).flatMap(({ value, quantity }, of) => {
    const line = invoiced[of]!;
    return line.quantity > quantity ? [{ line, of, lowered: { ...line, ...value } }] : [];
  });

/** Taxes the remaining pieces as a new sale, because subtracting rounded taxes would deviate from the rate. */
export function withoutCredited(
  { lines: ordered, gst, isInterstate = false }: Pick<DocumentContent, 'lines' | 'gst' | 'isInterstate'>,
  { returned, amount }: Credited,
): DocumentLine[] {
  if (returned.length === 0 && amount === 0) return ordered;
  const isOnTop = gst > 0;
  const notes: Correction[] = [{ lines: creditLines(ordered, [], returned, { isOnTop }) }];
  const left = sum(restOf(ordered, notes).map(lineGross));
  const lowered = paise(Math.min(left, amount - sum(notes[0]!.lines.map(lineGross))));
  if (lowered > 0) notes.push({ lines: creditValue(ordered, notes, lowered, { isOnTop }) });
  return restOf(ordered, notes)
    .map((line, at) => {
      const { amount: whole, quantity } = ordered[at]!;
      const price = isOnTop ? line.taxable : lineGross(line);
      const left = { ...line, amount: paise(Math.max(share(whole, line.quantity, quantity), price)) };
      if (isOnTop) return left;
      const taxed = taxAmount(price, line.gstRate, { isInterstate });
      return { ...left, taxable: taxed.taxable, ...splitTax(taxed, isInterstate) };
    })
    .filter(({ quantity }) => quantity > 0);
}

export function restOf(invoiced: readonly DocumentLine[], corrections: readonly Correction[]): DocumentLine[] {
  const taken = takenFrom(invoiced, corrections);
  return invoiced.map((line, at) => {
    const { value, returned, quantity } = taken[at]!;
    return { ...line, ...combine(combine(line, value, -1), returned, -1), quantity: line.quantity - quantity };
  });
}

export const sumCredit = (
  invoiced: readonly DocumentLine[],
  returned: readonly ReturnedItem[],
  options: { isOnTop: boolean },
): Paise => sum(creditLines(invoiced, [], returned, options).map(lineGross));

/** Splits part of a line's gross amount. CGST and SGST stay equal, and no part exceeds the line's. */
function valueParts(line: DocumentLine, value: Paise): Omit<Parts, 'amount'> {
  const gross = lineGross(line);
  if (value === gross) return { taxable: line.taxable, cgst: line.cgst, sgst: line.sgst, igst: line.igst };
  const part = (of: Paise) => share(of, value, gross);
  const [half, igst] = [part(line.cgst), part(line.igst)];
  const excess = Math.max(0, value - 2 * half - igst - line.taxable);
  const [moreHalf, moreIgst] = line.cgst > 0 ? [Math.ceil(excess / 2), 0] : [0, excess];
  const cgst = paise(half + moreHalf);
  return { taxable: paise(value - 2 * cgst - igst - moreIgst), cgst, sgst: cgst, igst: paise(igst + moreIgst) };
}

function takenFrom(invoiced: readonly DocumentLine[], corrections: readonly Correction[]): Taken[] {
  const nothing = { returned: NO_PARTS, quantity: 0 };
  const taken = invoiced.map((): Taken => ({ value: NO_PARTS, ...nothing, before: nothing }));
  for (const { lines, isDebit = false } of corrections)
    for (const line of lines) {
      const of = taken[line.of ?? findLine(invoiced, taken, line)];
      if (!of) throw new Error(`"${line.title}" is not a line of the corrected document`);
      const sign = isDebit ? -1 : 1;
      if (line.quantity === 0) {
        of.value = combine(of.value, line, sign);
        of.before = { returned: of.returned, quantity: of.quantity };
      } else {
        of.returned = combine(of.returned, line, sign);
        of.quantity += sign * line.quantity;
      }
    }
  return taken;
}

/** Notes from before edition 2 do not name the invoice line. They apply to the first line that has the pieces. */
const findLine = (invoiced: readonly DocumentLine[], taken: readonly Taken[], credited: DocumentLine): number =>
  invoiced.findIndex(
    (line, at) =>
      goodsKey(line) === goodsKey(credited) &&
      line.gstRate === credited.gstRate &&
      line.isCodCharge === credited.isCodCharge &&
      line.quantity - taken[at]!.quantity >= credited.quantity,
  );

export function withoutItems(items: readonly ReturnedItem[], taken: readonly ReturnedItem[]): ReturnedItem[] {
  const counts = countItems(taken);
  return items.flatMap((item) => {
    const skipped = Math.min(item.quantity, counts.get(itemKey(item)) ?? 0);
    counts.set(itemKey(item), (counts.get(itemKey(item)) ?? 0) - skipped);
    return item.quantity > skipped ? [{ ...item, quantity: item.quantity - skipped }] : [];
  });
}

const grossOf = ({ taxable, cgst, sgst, igst }: Parts): Paise => paise(taxable + cgst + sgst + igst);

const goodsKey = ({ artworkId, variantId }: DocumentLine): string | null =>
  artworkId === null ? null : itemKey({ artworkId, variantId });

function countItems(items: readonly ReturnedItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(itemKey(item), (counts.get(itemKey(item)) ?? 0) + item.quantity);
  return counts;
}

const within = (amount: Paise, most: number): Paise => paise(Math.max(0, Math.min(amount, most)));

export const share = (amount: Paise, count: number, all: number): Paise =>
  paise(Number((BigInt(amount) * BigInt(count)) / BigInt(all)));
