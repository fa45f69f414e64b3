import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOldShop } from '#tests/support/old-shop.ts';

const BEFORE = `
  insert into messages (key, channel, template, recipient, body_text, state)
  values ('one', 'email', 'reply', 'asha@example.in', 'Namaste', 'kept');
  insert into settings (key, value) values
  ('testimonials', '[{"name":"Asha","place":"Pune","words":"First","rating":5},{"name":"Meera","place":"Almora","words":"Second","rating":4}]'),
  ('founders', '[]'), ('shop_name', '"Bisvar"');`;

test('migration 0014 keeps messages, testimonials, founders and searches', { timeout: 120_000 }, async () => {
  const opened = await openOldShop('0012', BEFORE);
  const rowsOf = async (query: ReturnType<typeof sql>) => (await opened.database.execute(query)).rows;
  expect(await rowsOf(sql`select state from messages where search_text like '%asha%'`)).toEqual([{ state: 'unsent' }]);
  expect(await rowsOf(sql`select key, value, version from settings order by key`)).toEqual([
    { key: 'founders', value: [], version: 1 },
    { key: 'shop_name', value: 'Bisvar', version: 1 },
    {
      key: 'testimonials',
      value: [
        { name: 'Asha', place: 'Pune', quote: 'First', rating: 5 },
        { name: 'Meera', place: 'Almora', quote: 'Second', rating: 4 },
      ],
      version: 1,
    },
  ]);
  await opened.close();
});
