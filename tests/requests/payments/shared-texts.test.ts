import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankStatementLines } from '#app/modules/payments/bank/tables.server.ts';
import { readStatement } from '#app/modules/payments/bank/statement.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';
import { SHARED_TEXTS } from '#tests/support/shared-texts.ts';

let shop: RequestShop;
let owner: Visitor;
beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
});
afterAll(() => shop.close());

const TARGET = '/admin/payments/shared';
/** A browser sends these headers when its user shares something from another app. */
const FROM_SYSTEM = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', origin: 'null' };

function share(visitor: Visitor, fields: Record<string, string>, headers: Record<string, string> = FROM_SYSTEM) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return visitor.ask(TARGET, { method: 'POST', body, headers });
}
const pasted = (html: string) => /<textarea[^>]*name="statement"[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1];

describe('a text that is shared with the admin', () => {
  test.each(SHARED_TEXTS)('is read, and nothing is stored: $from', async ({ text, amount }) => {
    const answer = await share(owner, { text });
    expect(answer.status).toBe(200);
    expect(textOf(pasted(await answer.text())!.trim())).toContain(textOf(text).slice(0, 40));
    expect(readStatement(text).lines.map((line) => line.amount / 100)).toEqual(amount === null ? [] : [amount]);
    expect(await shop.database.$count(bankStatementLines)).toBe(0);
  });

  test('joins title, text and link', async () => {
    const html = await (await share(owner, { title: 'AX-HDFCBK', text: 'Hello', url: 'https://example.in/' })).text();
    expect(pasted(html)?.trim()).toBe('AX-HDFCBK\nHello\nhttps://example.in/');
  });

  test('that is too long is named, and not shown in part', async () => {
    const answer = await share(owner, { text: 'Rs.750.00 credited. '.repeat(2_000) });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain('This text is too long to share. Paste it below.');
    expect(pasted(html)?.trim()).toBe('');
  });

  test('sends guests to sign in, without the text', async () => {
    const answer = await share(shop.visitor(), { text: 'Rs.750.00 credited' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/login?why=share&returnTo=/admin/payments');
    const page = await shop.visitor().get(answer.headers.get('location')!);
    expect(page.text).toContain('Sign in, then share the text again.');
  });

  test('is refused from another site, and from a page without an origin', async () => {
    for (const headers of [
      { ...FROM_SYSTEM, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { ...FROM_SYSTEM, 'sec-fetch-site': 'cross-site' },
      { ...FROM_SYSTEM, 'sec-fetch-site': 'same-site' },
      { ...FROM_SYSTEM, 'sec-fetch-site': '' },
      { ...FROM_SYSTEM, origin: 'https://evil.example' },
      { ...FROM_SYSTEM, 'sec-fetch-mode': 'no-cors' },
    ])
      expect((await share(owner, { text: 'Rs.750.00 credited' }, headers)).status).toBe(403);
  });

  test('opens no other form of the admin from outside', async () => {
    const body = new URLSearchParams({ statement: 'Rs.750.00 credited' });
    const answer = await owner.ask('/admin/payments', { method: 'POST', body, headers: FROM_SYSTEM });
    expect(answer.status).toBe(403);
  });

  test('runs no form that it names', async () => {
    const { text } = SHARED_TEXTS[0]!;
    await share(owner, { text, intent: 'match', statement: text });
    expect(await shop.database.$count(bankStatementLines)).toBe(0);
  });

  test('is unknown to helpers and customers', async () => {
    const helper = await signInAdmin(shop, { name: 'Helper', role: 'helper' });
    const customer = shop.visitor();
    await customer.signUpAs('Ila Joshi');
    for (const visitor of [helper, customer]) expect((await share(visitor, { text: 'x' })).status).toBe(404);
  });
});
