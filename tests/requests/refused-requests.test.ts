import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REQUEST_REFUSED } from '#app/basics/refused-request.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin } from '#tests/support/request-shop.ts';

let shop: RequestShop;
beforeAll(async () => {
  shop = await openRequestShop();
});
afterAll(() => shop.close());

const ACTIONS = ['/contact', '/visitor-state'];

const BODIES: [what: string, type: string, body: string, status: 400 | 415][] = [
  ['JSON', 'application/json', '{"quantity":1}', 415],
  ['text', 'text/plain', 'quantity=1', 415],
  ['XML', 'application/xml', '<quantity>1</quantity>', 415],
  ['a multipart form that is torn', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data', 400],
  ['a text with NUL', 'application/x-www-form-urlencoded', 'name=a%00b', 400],
];

describe.each(BODIES)('%s in place of a form', (_, type, body, status) => {
  test.each(ACTIONS)('posted to %s, is refused with a page that says so', async (path) => {
    const request = { method: 'POST', headers: { 'content-type': type, accept: 'text/html' }, body };
    const page = await shop.visitor().ask(path, request);
    expect([page.status, page.headers.get('content-type')]).toEqual([status, expect.stringContaining('text/html')]);
    expect(textOf(await page.text())).toContain(REQUEST_REFUSED[status]);
    expect((await shop.visitor().ask(`${path}.data`, request)).status).toBe(status);
  });
});

test('an address with NUL, or with half a character, is refused', async () => {
  for (const path of ['/artwork/%00', '/gallery?q=a%00', '/artwork/%ff', '/admin/orders/%E0%A4'])
    expect([path, (await shop.visitor().get(path)).status]).toEqual([path, 400]);
});

test.each(['TRACE', 'OPTIONS', 'PROPFIND'])('%s is refused, naming the allowed method', async (method) => {
  const request = new Request('http://shop.test/about', { headers: { accept: 'text/html' } });
  Object.defineProperty(request, 'method', { value: method });
  const response = await shop.app.fetch(request, { incoming: { socket: { remoteAddress: '203.0.113.9' } } } as never);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE']);
});

const asJson = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test.each(['/api/auth/sign-up/email', '/api/auth/sign-in/email'])(
  'refuses NUL in an address sent to %s, in its own format',
  async (path) => {
    const person = { name: 'Asha', email: 'a\0sha@example.in', password: 'bindu-and-lotus' };
    const answer = await shop.visitor().ask(path, asJson(person));
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'INVALID_FORM' })]);
  },
);

test('refuses NUL and other methods in an email endpoint’s own format', async () => {
  const owner = await signInAdmin(shop);
  const mail = { toEmail: 'asha@example.in', subject: 'Your lamp', text: 'It is ready.' };
  const inText = 'text must not contain NUL';
  for (const [torn, error] of [
    [{ text: 'It is\0ready.' }, inText],
    [{ html: '<p>\0</p>' }, inText],
    [{ whatsappBody: 'Ready\0now' }, inText],
    [{ toEmail: 'a\0sha@example.in' }, 'toEmail is not an email address'],
  ] as const) {
    const refused = await owner.ask('/api/sendNotification', asJson({ ...mail, ...torn }));
    expect([refused.status, await refused.json()]).toEqual([400, { error }]);
  }
  const asked = await shop.visitor().ask('/api/sendNotification', { ...asJson(mail), method: 'OPTIONS' });
  expect([asked.status, Object.keys((await asked.json()) as object)]).toEqual([405, ['error']]);
});

test('live updates cannot be requested as page data', async () => {
  const asha = shop.visitor();
  await asha.signUpAs('Asha Rawat');
  expect((await asha.ask('/api/events.data')).status).toBe(404);
});
