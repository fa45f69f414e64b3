import { dayInIndia, daysBetween } from '#app/basics/india.ts';
import { type Paise, paise } from '#app/basics/money.ts';
import { looksLikeUtr } from '#app/modules/payments/payments/payment.ts';
import type { StatementLine } from './bank-line.ts';

export type Claim = {
  id: string;
  isContested?: boolean;
  orderNumber: string;
  customerName: string;
  amount: Paise;
  paymentReferenceId: string;
  createdAt: Date;
};

/** `names-other`: the bank line names another order. `contested`: another order claims the reference. */
export type MatchResult =
  | { kind: 'agree'; line: StatementLine }
  | { kind: 'differs'; line: StatementLine; over: Paise }
  | { kind: 'maybe'; line: StatementLine; isNamed: boolean }
  | { kind: 'names-other'; line: StatementLine; names: readonly string[] }
  | { kind: 'contested'; line: StatementLine }
  | { kind: 'none' };

export type Matching = {
  matchResults: Map<string, MatchResult>;
  /** `repeats`: a bank line with the same payer and amount was matched within two days. */
  rest: { line: StatementLine; repeats: boolean }[];
};

const DAYS_APART = 1;
const ORDER_NUMBER = /BV[^A-Z0-9]{0,2}([2-9A-HJKMNP-Z]{4})[^A-Z0-9]{0,2}([2-9A-HJKMNP-Z]{4})/g;

/** Returns the possible order numbers in a bank line. Banks group an order number's characters differently. */
export const orderNumbersIn = ({ description, references }: StatementLine): string[] => [
  ...new Set(
    [...[description, ...references].join(' ').toUpperCase().matchAll(ORDER_NUMBER)].map(
      ([, first, second]) => `BV-${first}-${second}`,
    ),
  ),
];

/**
 * Matches by reference, then order number, then amount within a day. A bank line that names an order is never matched
 * with another order.
 */
export function matchStatement(
  orders: readonly Claim[],
  lines: readonly StatementLine[],
  {
    matchedBefore = [],
    namesOf = orderNumbersIn,
  }: {
    /** Lines of earlier statements, used to find repeats. */
    matchedBefore?: readonly StatementLine[];
    namesOf?: (line: StatementLine) => readonly string[];
  } = {},
): Matching {
  const namesByLine = new Map(lines.map((line) => [line, namesOf(line)]));
  const names = (line: StatementLine) => namesByLine.get(line)!;
  const mayPay = (line: StatementLine, order: Claim) =>
    names(line).includes(order.orderNumber) || (names(line).length === 0 && !order.isContested);
  const matchResults = new Map<string, MatchResult>();
  const free = new Set(lines.toSorted((a, b) => compare(a.fingerprint, b.fingerprint)));
  const sorted = orders.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || compare(a.id, b.id));
  const byReference = new Map<string, StatementLine[]>();
  for (const line of free)
    for (const reference of line.references) byReference.set(reference, [...(byReference.get(reference) ?? []), line]);
  const linesNaming = (order: Claim) =>
    (byReference.get(order.paymentReferenceId) ?? []).filter((line) => free.has(line) && mayPay(line, order));
  const byOrderNumber = new Map<string, StatementLine[]>();
  for (const line of free)
    for (const number of names(line)) byOrderNumber.set(number, [...(byOrderNumber.get(number) ?? []), line]);
  const give = (order: Claim, matchResult: Exclude<MatchResult, { kind: 'none' | 'names-other' | 'contested' }>) => {
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
  for (const order of sorted) {
    if (matchResults.has(order.id)) continue;
    const named = (byOrderNumber.get(order.orderNumber) ?? []).filter((line) => free.has(line));
    const line = named.find((each) => each.amount === order.amount) ?? named[0];
    if (line?.amount === order.amount) give(order, { kind: 'maybe', line, isNamed: true });
    else if (line) give(order, { kind: 'differs', line, over: paise(line.amount - order.amount) });
  }
  const byAmount = new Map<number, StatementLine[]>();
  for (const line of free)
    if (names(line).length === 0) byAmount.set(line.amount, [...(byAmount.get(line.amount) ?? []), line]);
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
    if (!matchResults.has(order.id) && free.has(line)) give(order, { kind: 'maybe', line, isNamed: false });
  for (const order of sorted) {
    if (matchResults.has(order.id)) continue;
    const line = (byReference.get(order.paymentReferenceId) ?? []).find(
      (each) => !mayPay(each, order) && (free.has(each) || !order.isContested),
    );
    matchResults.set(
      order.id,
      line === undefined
        ? { kind: 'none' }
        : names(line).length === 0
          ? { kind: 'contested', line }
          : { kind: 'names-other', line, names: names(line) },
    );
  }

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

/** Returns dismissed bank lines by order id, starting with the line of the same amount. */
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

export function matchResultLabel(order: Claim, matchResult: MatchResult, rupees: (amount: Paise) => string): string {
  switch (matchResult.kind) {
    case 'agree':
      return 'Reference and amount agree';
    case 'differs':
      return matchResult.over < 0
        ? `${rupees(paise(Math.abs(matchResult.over)))} short`
        : `${rupees(matchResult.over)} over`;
    case 'names-other':
      return `This bank payment names order ${matchResult.names.join(', ')}`;
    case 'contested':
      return 'Two orders claim this reference';
    case 'maybe': {
      if (matchResult.isNamed) return 'Names this order; different reference';
      const when =
        dayInIndia(order.createdAt) === matchResult.line.day ? 'Same amount and day' : 'Same amount, a day apart';
      return looksLikeUtr(order.paymentReferenceId) ? `${when}; different reference` : `${when}; not a 12-digit UTR`;
    }
    case 'none':
      return 'Awaiting confirmation';
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const namesIn = (name: string): string[] => name.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

function likeness(name: string, said: string): number {
  const names = new Set(namesIn(said));
  return namesIn(name).filter((word) => names.has(word)).length;
}

const samePayer = (line: StatementLine, other: StatementLine): boolean =>
  line.payer !== null &&
  line.payer.toLowerCase() === other.payer?.toLowerCase() &&
  daysBetween(line.day, other.day) <= 2;
