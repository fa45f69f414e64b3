import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { customerSettings } from '#app/modules/identity/accounts/tables.server.ts';
import type { EmailOn, NewMessage } from '#app/platform/mail/email.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { messageListeners } from './listeners.server.ts';
import { messages } from './tables.server.ts';

const CUSTOMER = '00000000-0000-4000-8000-000000000001';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

const message: NewMessage = {
  template: 'password-changed',
  occasion: CUSTOMER,
  recipient: 'asha@example.com',
  subject: 'Your password was changed',
  text: 'It was changed.',
  html: null,
};

async function deliver(email: Partial<EmailOn<'accounts.password-changed'>>): Promise<void> {
  const [listener] = messageListeners([
    { name: 'test', on: 'accounts.password-changed', write: async () => [message], ...email },
  ]);
  await listener!.handle(shop.as.shop(), { userId: CUSTOMER } as never, { id: crypto.randomUUID(), attempt: 1 });
}

test('queues a message once, despite repeated deliveries of its event', async () => {
  await deliver({});
  await deliver({});
  expect(await shop.database.select().from(messages)).toMatchObject([
    { recipient: 'asha@example.com', state: 'queued' },
  ]);
  expect(await shop.announced('notifications.message-queued')).toHaveLength(1);
});

test('knows from the history which messages were written', async () => {
  await deliver({});
  let wasWritten: boolean | undefined;
  await deliver({
    async write(shop, _payload, { history }) {
      wasWritten = await history.wasWritten(shop, message.template, message.occasion);
      return [];
    },
  });
  expect(wasWritten).toBe(true);
  expect(await shop.database.$count(messages)).toBe(1);
});

test('undoes the writes of an atomic email that cannot be queued', async () => {
  const write =
    (text: string): EmailOn<'accounts.password-changed'>['write'] =>
    async (inner) => {
      await inner.database.insert(customerSettings).values({ userId: CUSTOMER, emailOrderUpdates: false });
      return [{ ...message, text }];
    };
  await expect(deliver({ isAtomic: true, write: write('no text may hold \0') })).rejects.toThrow();
  expect(await shop.database.$count(customerSettings)).toBe(0);
  await deliver({ isAtomic: true, write: write('It was changed.') });
  expect(await shop.database.$count(customerSettings)).toBe(1);
  expect(await shop.database.$count(messages)).toBe(1);
});
