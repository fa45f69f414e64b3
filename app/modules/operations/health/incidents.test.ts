import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { databaseUnreachableText, incidentTexts } from './incident.ts';
import { acknowledgeIncident, listIncidents, recordIncident } from './incidents.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const at = (time: string) => new Date(`2026-11-21T${time}:00+05:30`);
const record = (from: string, to: string, kind: 'crash' | 'database-outage' = 'database-outage') =>
  recordIncident(shop.as.shop(), { kind, beganAt: at(from), endedAt: at(to) });
const times = async () =>
  (await listIncidents(shop.as.admin())).map(({ kind, beganAt, endedAt }) => [kind, beganAt, endedAt]);

test('merges an outage seen by all processes; a crash is separate', async () => {
  await record('14:00', '14:05');
  await record('13:59', '14:04');
  await record('14:01', '14:06');
  await record('15:00', '15:01');
  await record('14:02', '14:03', 'crash');
  expect(await times()).toEqual([
    ['database-outage', at('15:00'), at('15:01')],
    ['database-outage', at('13:59'), at('14:06')],
    ['crash', at('14:02'), at('14:03')],
  ]);
});

test('records an incident once when reported several times at once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => record('14:00', '14:05')));
  expect(await times()).toHaveLength(1);
});

test('an owner can dismiss an incident, repeatably; others do not see it', async () => {
  await record('14:00', '14:05');
  const [incident] = await listIncidents(shop.as.admin());
  for (const person of [shop.as.guest(), shop.as.customer(1)]) {
    await expect(listIncidents(person)).rejects.toThrow();
    await expect(acknowledgeIncident(person, incident!.id)).rejects.toThrow();
  }
  await acknowledgeIncident(shop.as.admin(), incident!.id);
  await acknowledgeIncident(shop.as.admin(), incident!.id);
  expect(await times()).toEqual([]);
  await expect(acknowledgeIncident(shop.as.admin(), 'nothing')).rejects.toThrow();
});

test('it says what happened, what is safe and what to do', () => {
  const crash = { id: '1', kind: 'crash', beganAt: at('14:00'), endedAt: at('14:01') } as const;
  expect(incidentTexts(crash)).toMatchObject({
    happened: expect.stringContaining('at about 21 November 2026, 2:00 PM and was running again at 2:01 PM.'),
    safe: expect.stringContaining('Every confirmed order, payment and message'),
    toDo: expect.stringContaining('Nothing.'),
  });
  const outage = { ...crash, kind: 'database-outage', endedAt: new Date(at('14:01').getTime() + 86_400_000) } as const;
  expect(incidentTexts(outage).happened).toContain('to 22 November 2026, 2:01 PM. The shop showed stored pages');
  expect(databaseUnreachableText(at('14:00'))).toMatch(
    /^not ready: the database has been unreachable since 21 November 2026, 2:00 PM\./,
  );
});
