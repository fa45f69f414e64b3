import { expect, test } from 'vitest';
import { quoteSchema } from './studio-forms.server.ts';

test('rejects a finish date that does not exist', () => {
  const dayOf = (earliestFinish: string) =>
    quoteSchema.safeParse({
      key: crypto.randomUUID(),
      included: '',
      freeChanges: '1',
      earliestFinish,
      validDays: '14',
      advance: '',
      feeBeforePainting: '10',
      feeOncePainting: '100',
      workHours: '24',
    });
  expect(dayOf('2028-02-29').success).toBe(true);
  for (const day of ['2027-02-29', '2026-13-01', ''])
    expect(dayOf(day).error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['earliestFinish'], 'Choose a day'],
    ]);
});
