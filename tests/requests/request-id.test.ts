import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loggedPath } from '#app/platform/log.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';
import { readLog } from '#tests/support/written-log.ts';

let shop: RequestShop;
let owner: Visitor;
let helper: Visitor;
let written: Record<string, unknown>[];
beforeAll(async () => {
  readLog();
  // Only logged requests are kept for reports.
  shop = await openRequestShop({ LOG_LEVEL: 'info' });
  owner = await signInAdmin(shop);
  helper = await signInAdmin(shop, { name: 'Deepa Negi', role: 'helper' });
});
beforeEach(() => {
  written = readLog();
});
afterAll(() => {
  readLog();
  return shop.close();
});

test('a broken page names its request, as header and log do', async () => {
  await shop.database.execute(sql`alter table audit_log rename column action to deed`);
  const page = await owner.ask('/admin/audit');
  const data = await owner.ask('/admin/audit.data');
  await shop.database.execute(sql`alter table audit_log rename column deed to action`);
  const id = page.headers.get('x-request-id')!;
  expect([page.status, textOf(await page.text()).includes(`mention this number: ${id}.`)]).toEqual([500, true]);
  expect([data.status, (await data.text()).includes(data.headers.get('x-request-id')!)]).toEqual([500, true]);
  const report = await owner.get('/admin/error-report.txt');
  expect(report.headers.get('content-disposition')).toContain('error-report.txt');
  expect(report.text).toContain(`a request failed at /admin/audit, request ${id}`);
});

test('an abandoned request is logged as such, not as an error', async () => {
  const from = written.length;
  for (const path of ['/admin/audit', '/admin/audit.data', '/gallery']) {
    const leaving = new AbortController();
    const answer = owner.ask(path, { signal: leaving.signal });
    leaving.abort();
    await answer;
  }
  const lines = written.slice(from);
  expect(lines.filter(({ msg }) => msg === 'request').map(({ path, status }) => [path, status])).toEqual([
    ['/admin/audit', 499],
    ['/admin/audit.data', 499],
    ['/gallery', 499],
  ]);
  expect(lines.filter(({ msg }) => msg !== 'request')).toEqual([]);
});

test('a visitor’s bad request is refused, not logged as an error', async () => {
  expect((await shop.visitor().post('/cookies', { choice: 'nonsense' })).status).toBe(400);
  expect((await owner.get('/admin/error-report.txt')).text).not.toContain('/cookies');
});

test('an event carries the id of its request', async () => {
  const sent = await shop.visitor().post('/contact', {
    key: crypto.randomUUID(),
    name: 'Meera Bisht',
    email: 'meera@example.com',
    phone: '',
    subject: 'A question',
    message: 'Do you paint on wool as well?',
  });
  const id = sent.headers.get('x-request-id');
  const rows = await shop.database.select().from(outbox);
  expect(rows.map(({ requestId }) => requestId)).toContain(id);
});

test('the error report is for owners, without personal data and secrets', async () => {
  await shop.database.insert(outbox).values({
    name: 'orders.confirmed',
    payload: { orderId: crypto.randomUUID() },
    state: 'dead',
    attempts: 10,
    lastError: 'mails: 550 no such user meera@example.com at "Meera Bisht", call +91 98765 43210',
  });
  const { text } = await owner.get('/admin/error-report.txt');
  expect(text).toContain('orders.confirmed');
  expect(text).toContain('550 no such user (e-mail)');
  expect(text).not.toMatch(/meera|Bisht|98765/);
  expect((await helper.get('/admin/error-report.txt')).status).toBe(404);
  expect((await owner.get('/admin/messages')).text).toContain('href="/admin/error-report.txt"');
  expect((await helper.get('/admin/messages')).text).not.toContain('href="/admin/error-report.txt"');
});

test('the log omits secret links', () => {
  expect(loggedPath('/commission/Zx81-secret/pay')).toBe('/commission/…/pay');
  expect(loggedPath('/wishlist/shared/Zx81-secret')).toBe('/wishlist/shared/…');
  expect(loggedPath('/Commission/Zx81-secret')).toBe('/Commission/…');
  for (const spelling of [
    '//commission/Zx81-secret',
    '/COMMISSION//Zx81-secret/label',
    '/%63ommission/Zx81-secret',
    '/commission%2FZx81-secret',
    '/wishlist/Shared/Zx81-secret',
    '/commission/Zx81-secret.data',
    '/commission/Zx81-secret%',
  ])
    expect(loggedPath(spelling)).not.toContain('Zx81');
  expect(loggedPath('/artwork/himalayan-dawn')).toBe('/artwork/himalayan-dawn');
});
