import { dayInIndia, daysBetween } from '#app/basics/india.ts';
import { type Paise, paise } from '#app/basics/money.ts';
import { looksLikeUtr } from '#app/modules/payments/payment.ts';
import type { StatementLine } from './bank-line.ts';

/** An order whose reference waits to be found; `amount` is what it claims. */
export type Claim = { id: string; customerName: string; amount: Paise; paymentReferenceId: string; createdAt: Date };

/** What the bank says of a claim: `agree`, the reference with another amount, perhaps this line, or nothing. */
export type MatchResult =
  | { kind: 'agree'; line: StatementLine }
  | { kind: 'differs'; line: StatementLine; over: Paise }
  | { kind: 'maybe'; line: StatementLine }
  | { kind: 'none' };

export type Matching = {
  /** By the order's id, for every order given. */
  matchResults: Map<string, MatchResult>;
  /** Lines without an order; `repeats` one that has: the same payer and amount within two days, perhaps paid twice. */
  rest: { line: StatementLine; repeats: boolean }[];
};

const DAYS_APART = 1;

/**
 * Lays claims beside the bank's lines: first by reference, then what is left by the same amount within a day, the nearest
 * day and the likest name first. No line is given to two orders and no order two lines, whatever the lists hold; the order
 * in which they come changes nothing. Lines that were matched before only tell what repeats them.
 */
export function matchStatement(
  orders: readonly Claim[],
  lines: readonly StatementLine[],
  matchedBefore: readonly StatementLine[] = [],
): Matching {
  const matchResults = new Map<string, MatchResult>();
  const free = new Set(lines.toSorted((a, b) => compare(a.fingerprint, b.fingerprint)));
  const sorted = orders.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || compare(a.id, b.id));
  const byReference = new Map<string, StatementLine[]>();
  for (const line of free)
    for (const reference of line.references) byReference.set(reference, [...(byReference.get(reference) ?? []), line]);
  const linesNaming = (order: Claim) =>
    (byReference.get(order.paymentReferenceId) ?? []).filter((line) => free.has(line));
  const give = (order: Claim, matchResult: Exclude<MatchResult, { kind: 'none' }>) => {
    matchResults.set(order.id, matchResult);
    free.delete(matchResult.line);
  };

  for (const order of sorted) {
    const line = linesNaming(order).find((each) => each.amount === order.amount);
    if (line) give(order, { kind: 'agree', line });
  }
  for (const order of sorted) {
    const line = matchResults.has(order.id) ? undefined : linesNaming(order)[0];
    if (line) give(order, { kind: 'differs', line, over: paise(line.amount - order.amount) });
  }
  const byAmount = new Map<number, StatementLine[]>();
  for (const line of free) byAmount.set(line.amount, [...(byAmount.get(line.amount) ?? []), line]);
  const perhaps = sorted
    .filter((order) => !matchResults.has(order.id))
    .flatMap((order) =>
      (byAmount.get(order.amount) ?? []).map((line) => ({
        order,
        line,
        days: daysBetween(dayInIndia(order.createdAt), line.day),
        likeness: likeness(order.customerName, line.payer ?? line.description),
      })),
    )
    .filter(({ days }) => days <= DAYS_APART)
    .toSorted((a, b) => a.days - b.days || b.likeness - a.likeness);
  for (const { order, line } of perhaps)
    if (!matchResults.has(order.id) && free.has(line)) give(order, { kind: 'maybe', line });
  for (const order of sorted) if (!matchResults.has(order.id)) matchResults.set(order.id, { kind: 'none' });

  const given = [...lines.filter((line) => !free.has(line)), ...matchedBefore];
  const givenReferences = new Set(given.flatMap((line) => line.references));
  const givenByAmount = new Map<number, StatementLine[]>();
  for (const line of given) givenByAmount.set(line.amount, [...(givenByAmount.get(line.amount) ?? []), line]);
  const rest = [...free].map((line) => ({
    line,
    repeats:
      (line.reference !== null && givenReferences.has(line.reference)) ||
      (givenByAmount.get(line.amount) ?? []).some((other) => samePayer(line, other)),
  }));
  return { matchResults, rest: rest.toSorted((a, b) => compare(b.line.day, a.line.day)) };
}

/** What was put aside though a claim names it, by the order's id: the line of the same amount first. */
export function findDismissed(
  orders: readonly Claim[],
  dismissed: readonly StatementLine[],
): Map<string, StatementLine> {
  return new Map(
    orders.flatMap(({ id, amount, paymentReferenceId }) => {
      const naming = dismissed.filter(({ references }) => references.includes(paymentReferenceId));
      const line = naming.find((each) => each.amount === amount) ?? naming[0];
      return line ? [[id, line]] : [];
    }),
  );
}

/** Why a line may or may not be an order's, in the owner's words. */
export function matchResultLabel(order: Claim, matchResult: MatchResult, rupees: (amount: Paise) => string): string {
  switch (matchResult.kind) {
    case 'agree':
      return 'Reference and amount agree';
    case 'differs':
      return matchResult.over < 0
        ? `${rupees(paise(Math.abs(matchResult.over)))} short`
        : `${rupees(matchResult.over)} over`;
    case 'maybe': {
      const when =
        dayInIndia(order.createdAt) === matchResult.line.day ? 'Same amount and day' : 'Same amount, a day apart';
      return looksLikeUtr(order.paymentReferenceId) ? `${when}; another reference` : `${when}; not a 12-digit UTR`;
    }
    case 'none':
      return 'Not in this statement';
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const namesIn = (name: string): string[] => name.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

/** How many words of a name the bank's line has too; banks cut names short. */
function likeness(name: string, said: string): number {
  const names = new Set(namesIn(said));
  return namesIn(name).filter((word) => names.has(word)).length;
}

const samePayer = (line: StatementLine, other: StatementLine): boolean =>
  line.payer !== null &&
  line.payer.toLowerCase() === other.payer?.toLowerCase() &&
  daysBetween(line.day, other.day) <= 2;
