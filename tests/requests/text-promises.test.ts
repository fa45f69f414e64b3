import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

const LIVE = { SHOP_MODE: 'live', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
const MSG91 = {
  MSG91_AUTH_KEY: 'a-key',
  MSG91_SENDER: 'BISVAR',
  MSG91_TEMPLATE_SHIPPED: '1',
  MSG91_TEMPLATE_DELIVERED: '2',
};

let shop: RequestShop;
const open = async (settings: Record<string, string>) => {
  shop = await openRequestShop({ ...LIVE, ...settings });
};
const shown = async (path: string) => textOf((await shop.visitor().get(path)).text);

beforeAll(() => open({}));
afterAll(() => shop.close());

test('a live shop promises SMS and WhatsApp only where it has a supplier, and asks only about those', async () => {
  for (const path of ['/', '/shipping', '/faq']) {
    const text = await shown(path);
    expect([path, text.match(/\bSMS\b|by WhatsApp|WhatsApp tracking/g)]).toEqual([path, null]);
  }
  expect(await shown('/shipping')).toContain('You hear from us by e-mail, with the number');
  const asha = shop.visitor();
  await asha.signUpAs('Asha Rawat');
  const { text } = await asha.get('/profile/settings');
  expect(textOf(text)).not.toContain('SMS delivery updates');
  // What was chosen before stays, since the form still carries it.
  expect(text).toMatch(/<input type="hidden" name="smsDeliveryUpdates" value="on"/);

  await shop.close();
  await open(MSG91);
  expect(await shown('/')).toContain('Insured, with SMS tracking to your door.');
  expect(await shown('/shipping')).toContain('You hear from us by e-mail and SMS, with the number');
});
