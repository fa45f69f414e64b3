import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { MAX_SOURCE_LENGTH } from '#app/modules/store/policies/policy.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';
import { rupees } from '#app/basics/money.ts';

let shop: RequestShop;
let owner: Visitor;
let helper: Visitor;
beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
  helper = await signInAdmin(shop, { name: 'Deepa Negi', role: 'helper' });
}, 60_000);
afterAll(() => shop.close());

const shown = async (visitor: Visitor, path: string) => textOf((await visitor.get(path)).text);
const editor = '/admin/policies/returns';
const numberOf = async () => Object.fromEntries(fieldsOf((await owner.get(editor)).text)).number!;

test('the owner writes, previews and publishes a policy, visible at once', async () => {
  expect(await shown(owner, '/admin/policies')).toContain('Returns & Exchanges Version 1, default text');
  expect((await owner.get(editor)).text).toContain('## Within {{ return_days }} days of delivery');
  const source = '## Coming back\n\n- Within **{{ return_days }} days**\n- See [Shipping Info](/shipping)';
  const sent = { number: await numberOf(), source };

  const preview = await owner.post(editor, { ...sent, intent: 'preview' });
  expect(preview.status).toBe(200);
  const looked = await preview.text();
  expect(looked).toContain('<strong>7 days</strong>');
  expect(textOf(looked)).toContain('Preview');
  expect(await shown(shop.visitor(), '/returns')).not.toContain('Coming back');

  const wrong = await owner.post(editor, { ...sent, source: 'Within {{ weeks }}' });
  expect(wrong.status).toBe(422);
  const again = await wrong.text();
  expect(textOf(again)).toContain('{{ weeks }} is not a known variable');
  expect(again).toContain('Within {{ weeks }}</textarea>');

  const published = await owner.post(editor, sent);
  expect([published.status, published.headers.get('location')]).toEqual([303, `${editor}?done=published`]);
  await expect.poll(() => shown(shop.visitor(), '/returns')).toContain('Coming back');
  const page = (await shop.visitor().get('/returns')).text;
  expect(page).toMatch(/<h2 id="coming-back"/);
  expect(page).toMatch(/<a[^>]*href="\/shipping"[^>]*>Shipping Info/);
  expect(await shown(owner, '/admin/audit')).toContain('Published the policy');
  expect(await shown(owner, `${editor}/versions/1`)).toContain('Undamaged ready pieces in their original packing');

  const late = await owner.post(editor, { ...sent, source: 'Another' });
  expect(late.status).toBe(409);
  expect(textOf(await late.text())).toContain('Someone else published a new version.');
});

test('an order keeps showing the texts it was placed under', async () => {
  const artwork = await insertArtwork(shop.database, {
    title: 'Himalayan Dawn',
    price: rupees(900),
    medium: 'oil',
    category: 'Oil',
    stockCount: 2,
  });
  const asha = shop.visitor();
  await asha.signUpAs('Asha Rawat');
  await asha.post('/visitor-state', { intent: 'add', artworkId: artwork.id, quantity: '1' });
  const checkout = await asha.get('/checkout');
  const placed = await asha.post('/checkout', {
    ...Object.fromEntries(fieldsOf(checkout.text)),
    ...ADDRESS,
    paymentMethod: 'manual',
    paymentReferenceId: newReference(),
  });
  expect(placed.status).toBe(303);
  const [order] = await shop.database.select().from(orders);
  const { promises } = await getSettings(shop.systemContext());
  expect(promises.returnWithinDays).toBe(7);
  const settings = await owner.get('/admin/settings/policies');
  const saved = await owner.post('/admin/settings/policies', {
    ...Object.fromEntries(fieldsOf(settings.text)),
    'promises.returnWithinDays': '3',
  });
  expect(saved.status).toBe(303);
  await owner.post(editor, { number: await numberOf(), source: 'Nothing comes back.' });
  await expect.poll(() => shown(shop.visitor(), '/returns')).toContain('Nothing comes back.');

  expect((await asha.get('/profile/orders')).text).toContain(`href="/profile/orders/${order!.id}/policies"`);
  for (const [visitor, path] of [
    [asha, `/profile/orders/${order!.id}/policies`],
    [owner, `/admin/orders/${order!.id}/policies`],
  ] as const) {
    const text = await shown(visitor, path);
    expect(text).toContain(`Policies of order ${order!.orderNumber}`);
    for (const title of ['Terms of Service', 'Privacy Policy', 'Returns & Exchanges', 'Shipping Info'])
      expect(text).toContain(title);
    expect(text).toContain('within 7 days of delivery');
    expect(text).toContain('Coming back');
    expect(text).not.toContain('Nothing comes back.');
  }
  const stranger = shop.visitor();
  await stranger.signUpAs('Meera Bisht');
  expect((await stranger.get(`/profile/orders/${order!.id}/policies`)).status).toBe(404);
  expect((await shop.visitor().ask(`/profile/orders/${order!.id}/policies`)).status).toBe(303);
});

test('a policy may fill its field, also in Hindi; other forms cannot', async () => {
  const lines = `${'नियम'.repeat(24)}भाग\r\n`;
  const source = lines.repeat(MAX_SOURCE_LENGTH / 100);
  expect(source.replaceAll('\r\n', '\n')).toHaveLength(MAX_SOURCE_LENGTH);
  const sent = { number: await numberOf(), source };
  expect((await owner.post(editor, { ...sent, intent: 'preview' })).status).toBe(200);
  expect((await owner.post(editor, sent)).headers.get('location')).toBe(`${editor}?done=published`);
  const reset = await owner.post(editor, { number: await numberOf(), source, intent: 'reset' });
  expect(reset.headers.get('location')).toBe(`${editor}?done=reset`);
  expect((await owner.post(editor, { ...sent, source: `${source}क` })).status).toBe(413);
  expect((await shop.visitor().post('/contact', { message: source })).status).toBe(413);
});

test('reverting restores the shop’s text, for the owner only', async () => {
  const reset = await owner.post(editor, {
    number: await numberOf(),
    source: 'Whatever stands there, {{ weeks }} too',
    intent: 'reset',
  });
  expect(reset.headers.get('location')).toBe(`${editor}?done=reset`);
  await expect.poll(() => shown(shop.visitor(), '/returns')).toContain('Within 3 days of delivery');
  for (const path of ['/admin/policies', editor, `${editor}/versions/1`])
    expect((await helper.get(path)).status).toBe(404);
  for (const path of ['/admin/policies/cookies', `${editor}/versions/99`, `${editor}/versions/x`])
    expect((await owner.get(path)).status).toBe(404);
});
