import { daysBetween } from '#app/basics/india.ts';
import type { Paise } from '#app/basics/money.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import type { StatementLine } from './bank-line.ts';

/** What a gateway settled or a courier handed on at once: `net` came to the bank, once `fee` and the tax on it were kept. */
export type Payout = {
  id: string;
  kind: 'settlement' | 'remittance';
  /** Whose it is: a gateway's or a courier's name. */
  from: string;
  reference: string | null;
  /** The day in India, 'YYYY-MM-DD'. */
  day: string;
  net: Paise;
  fee: Paise;
  tax: Paise;
};

/** `isExact`: the line names its reference and has its amount. Else it is the owner's to say. */
export type PayoutMatch = { payout: Payout; isExact: boolean };

const DAYS_APART = 3;

/**
 * Lays payouts beside the bank's lines, by the line's fingerprint: those whose reference and amount agree, then what may be one
 * since either the reference, or the amount within three days, does; the nearest day first. Each line and each payout is given once,
 * in whatever order they come.
 */
export function matchPayouts(payouts: readonly Payout[], lines: readonly StatementLine[]): Map<string, PayoutMatch> {
  const texts = lines.map((line) => ({
    line,
    text: [line.description, ...line.references].join(' ').toUpperCase(),
  }));
  const pairs = payouts
    .flatMap((payout) => {
      const named = payout.reference === null ? undefined : wordOf(payout.reference);
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

/** Finds a reference as a word of its own, however it is grouped; undefined for one too short to be anybody's. */
function wordOf(reference: string): RegExp | undefined {
  const normal = normaliseReference(reference);
  return normal === undefined ? undefined : new RegExp(`(?<![A-Z0-9])${normal.split('').join('[ -]?')}(?![A-Z0-9])`);
}
