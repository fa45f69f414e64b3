import { expect, test } from 'vitest';
import { button } from './mail-parts.tsx';
import { renderMail } from './render-mail.server.tsx';

const shop = { name: 'Aipan House', url: 'https://shop.example', email: 'a@b.example', phone: '', address: '' };

test('emails have the shop’s brand colour, or the default', async () => {
  const copy = { subject: 'Hello', heading: 'Hello', parts: ['Text', button('Open', 'https://shop.example')] };
  const plain = await renderMail(copy, shop);
  expect(plain.html).toMatch(/#8c2f1d/i);
  expect(await renderMail(copy, { ...shop, colour: '#8c2f1d' })).toEqual(plain);
  const blue = await renderMail(copy, { ...shop, colour: '#2a4374' });
  expect(blue.html).toContain('#2a4374');
  expect(blue.html).not.toMatch(/#8c2f1d|#45140b/i);
  expect(blue.text).toBe(plain.text);
});
