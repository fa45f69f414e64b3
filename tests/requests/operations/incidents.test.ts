import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordIncident } from '#app/modules/operations/health/incidents.server.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let owner: Visitor;
let helper: Visitor;
beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
  helper = await signInAdmin(shop, { name: 'Deepa Negi', role: 'helper' });
}, 60_000);
afterAll(() => shop.close());

test('the overview explains an incident to owners until dismissed', async () => {
  const overview = async (visitor: Visitor) => textOf((await visitor.get('/admin')).text);
  expect(await overview(owner)).not.toContain('What happened');
  await recordIncident(shop.systemContext(), {
    kind: 'database-outage',
    beganAt: new Date('2026-11-21T14:00:00+05:30'),
    endedAt: new Date('2026-11-21T14:05:00+05:30'),
  });
  const text = await overview(owner);
  for (const wanted of [
    'What happened',
    'The database could not be reached from 21 November 2026, 2:00 PM to 2:05 PM.',
    'What is safe: Every confirmed order, payment and message',
    'What to do: Nothing.',
  ])
    expect(text).toContain(wanted);
  expect(await overview(helper)).not.toContain('What happened');
  const [, incident = ''] = /name="incident" value="([^"]+)"/.exec((await owner.get('/admin')).text)!;
  const acknowledged = { intent: 'acknowledge', incident };
  expect((await helper.post('/admin', acknowledged)).status).toBe(404);
  const read = await owner.post('/admin', acknowledged);
  expect([read.status, read.headers.get('location')]).toEqual([303, '/admin']);
  expect(await overview(owner)).not.toContain('What happened');
});
