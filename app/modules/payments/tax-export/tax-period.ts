import { formatMonth } from '#app/basics/india.ts';
import { toFinancialYear } from '#app/modules/orders/invoices/paper.ts';

/** A month, a quarter or a financial year in India. `until` is exclusive. */
export type TaxPeriod = { id: string; label: string; from: Date; until: Date };

type Month = { year: number; month: number };

export function readTaxPeriod(id: string): TaxPeriod | undefined {
  const [, first, second, quarter] = /^(20\d\d)-(\d\d)(?:-q([1-4]))?$/.exec(id) ?? [];
  if (!first || !second) return undefined;
  const year = Number(first);
  const isMonth = Number(second) >= 1 && Number(second) <= 12;
  if (isMonth) return quarter ? undefined : toPeriod(id, { year, month: Number(second) }, 1);
  if (Number(second) !== (year + 1) % 100) return undefined;
  return quarter
    ? toPeriod(id, monthAfter({ year, month: 4 }, 3 * (Number(quarter) - 1)), 3)
    : toPeriod(id, { year, month: 4 }, 12);
}

const monthAfter = ({ year, month }: Month, months: number): Month => ({
  year: year + Math.floor((month - 1 + months) / 12),
  month: ((month - 1 + months) % 12) + 1,
});

const monthId = ({ year, month }: Month): string => `${year}-${String(month).padStart(2, '0')}`;

function toPeriod(id: string, first: Month, months: 1 | 3 | 12): TaxPeriod {
  const startOf = (month: Month) => new Date(`${monthId(month)}-01T00:00:00+05:30`);
  const [from, to] = [first, monthAfter(first, months - 1)].map((month) => formatMonth(monthId(month)));
  const label = { 1: from!, 3: `${from!.split(' ')[0]} to ${to!}`, 12: `Financial year ${id}` }[months];
  return { id, label, from: startOf(first), until: startOf(monthAfter(first, months)) };
}

export type TaxYear = { year: TaxPeriod; quarters: TaxPeriod[]; months: TaxPeriod[] };

/** Returns financial years with the quarters and months that have already begun, newest first. */
export function listTaxYears(first: Date, now: Date): TaxYear[] {
  const listUntilNow = (ids: string[]) =>
    ids
      .map((id) => readTaxPeriod(id)!)
      .filter(({ from, until }) => from <= now && until > first)
      .toReversed();
  const years: TaxYear[] = [];
  const [oldest, newest] = [first, now].map((instant) => Number(toFinancialYear(instant).slice(0, 4)));
  for (let year = newest!; year >= oldest!; year -= 1) {
    const id = `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
    years.push({
      year: readTaxPeriod(id)!,
      quarters: listUntilNow([1, 2, 3, 4].map((quarter) => `${id}-q${quarter}`)),
      months: listUntilNow(Array.from({ length: 12 }, (_, at) => monthId(monthAfter({ year, month: 4 }, at)))),
    });
  }
  return years;
}

/** Returns the last complete month in which the shop was open, or else the current month. */
export function lastWholeMonth(first: Date, now: Date): TaxPeriod {
  const months = listTaxYears(first, now).flatMap((year) => year.months);
  return months.find(({ until }) => until <= now) ?? months[0]!;
}
