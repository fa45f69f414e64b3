import { daysBetween } from '#app/basics/india.ts';
import type { Paise } from '#app/basics/money.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import type { StatementLine } from './bank-line.ts';

/**
 * A payment from a gateway or courier to the shop. `net` is the amount that reached the bank, after `fee` and its tax.
 */
export type Payout = {
  id: string;
  kind: 'settlement' | 'remittance';
  from: string;
  reference: string | null;
  day: string;
  net: Paise;
  fee: Paise;
  tax: Paise;
};

/** `isExact`: reference and amount agree. Otherwise the owner confirms the match. */
export type PayoutMatch = { payout: Payout; isExact: boolean };

const DAYS_APART = 3;

/**
 * Matches by reference and amount, then by reference, then by amount within three days. Each bank line matches one
 * payout.
 */
export function matchPayouts(payouts: readonly Payout[], lines: readonly StatementLine[]): Map<string, PayoutMatch> {
  const texts = lines.map((line) => ({
    line,
    text: [line.description, ...line.references].join(' ').toUpperCase(),
  }));
  const pairs = payouts
    .flatMap((payout) => {
      const named = payout.reference === null ? undefined : toWholeWord(payout.reference);
      return texts.flatMap(({ line, text }) => {
        const names = named?.test(text) ?? false;
        const hasAmount = line.amount === payout.net;
        if (!names && !hasAmount) return [];
        const days = daysBetween(payout.day, line.day);
        return names || days <= DAYS_APART ? [{ payout, line, days, isExact: names && hasAmount, names }] : [];
      });
    })
    .toSorted(
      (a, b) =>
        Number(b.isExact) - Number(a.isExact) ||
        Number(b.names) - Number(a.names) ||
        a.days - b.days ||
        (a.payout.id + a.line.fingerprint < b.payout.id + b.line.fingerprint ? -1 : 1),
    );
  const matches = new Map<string, PayoutMatch>();
  const given = new Set<Payout>();
  for (const { payout, line, isExact } of pairs) {
    if (given.has(payout) || matches.has(line.fingerprint)) continue;
    matches.set(line.fingerprint, { payout, isExact });
    given.add(payout);
  }
  return matches;
}

function toWholeWord(reference: string): RegExp | undefined {
  const normal = normaliseReference(reference);
  return normal === undefined ? undefined : new RegExp(`(?<![A-Z0-9])${normal.split('').join('[ -]?')}(?![A-Z0-9])`);
}
