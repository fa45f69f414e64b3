/** A possible reading of a row. Amounts are in paise; `move` is negative for outgoing money. */
export type Reading = { day: string; move: number; balance: number | undefined; text: string; named: string };

/** A `certain` reading needs no proof. `balance` and `size` are set only when their columns are known. */
export type BalanceRow = {
  readings: Reading[];
  certain?: Reading | undefined;
  balance?: number | undefined;
  size?: number | undefined;
  day?: string | undefined;
};

/** Returns each row's certain reading, or the only reading that fits the running balance. */
export function proveByBalance(rows: readonly BalanceRow[]): (Reading | undefined)[] {
  const direction = findDirection(rows);
  if (direction === undefined) return rows.map(({ certain }) => certain);
  const inTime = direction === 'newest-first' ? rows.toReversed() : rows;
  let previousBalance: number | undefined;
  const proven = inTime.map((row) => {
    const reading = row.certain ? unlessOpposite(row.certain, previousBalance) : readingAfter(row, previousBalance);
    previousBalance = reading?.balance ?? row.balance;
    return reading;
  });
  return direction === 'newest-first' ? proven.toReversed() : proven;
}

const unlessOpposite = (certain: Reading, before: number | undefined): Reading | undefined =>
  before !== undefined && certain.balance !== undefined && certain.move === before - certain.balance
    ? undefined
    : certain;

function readingAfter(row: BalanceRow, before: number | undefined): Reading | undefined {
  if (before === undefined) return undefined;
  const fitting = row.readings.filter(
    ({ move, balance }) => move !== 0 && balance !== undefined && balance - before === move,
  );
  const [first, ...others] = [...new Map(fitting.map((reading) => [JSON.stringify(reading), reading])).values()];
  return others.length === 0 ? first : undefined;
}

function findDirection(rows: readonly BalanceRow[]): 'oldest-first' | 'newest-first' | undefined {
  let [oldestFirst, newestFirst] = [0, 0];
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    if (row.balance === undefined || next?.balance === undefined) continue;
    const moved = Math.abs(next.balance - row.balance);
    if (next.size === moved) oldestFirst += 1;
    if (row.size === moved) newestFirst += 1;
  }
  if (oldestFirst !== newestFirst) return oldestFirst > newestFirst ? 'oldest-first' : 'newest-first';
  const days = rows.flatMap(({ day }) => day ?? []);
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || first === last ? undefined : first < last! ? 'oldest-first' : 'newest-first';
}
