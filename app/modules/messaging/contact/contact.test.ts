import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { getContactMessage, sendContactMessage } from './contact.server.ts';
import { contactMessageSchema } from './forms.ts';
import { contactMessages } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const typed = {
  key: crypto.randomUUID(),
  name: 'Asha',
  email: 'Asha@Example.in ',
  subject: 'A saree',
  message: 'Could you\npaint it red?',
};

test('is stored once under one ticket number, despite repeats', async () => {
  const message = contactMessageSchema.parse(typed);
  const answers = await Promise.all([1, 2, 3].map(() => sendContactMessage(shop.as.guest(), message)));
  expect(new Set(answers.map((answer) => (answer.ok ? answer.value.ticketNumber : answer.reason))).size).toBe(1);
  expect(answers[0]).toMatchObject({ ok: true, value: { ticketNumber: expect.stringMatching(/^T-[2-9A-Z]{6}$/) } });
  const [stored] = await shop.database.select().from(contactMessages);
  expect(stored).toMatchObject({ email: 'asha@example.in', message: 'Could you\npaint it red?', phone: null });
  await expect(getContactMessage(shop.as.customer(), stored!.id)).rejects.toThrow('Not found');
});

test('stores a second message when its key repeats with other text', async () => {
  const send = async (change: Partial<typeof typed> = {}) => {
    const sent = await sendContactMessage(shop.as.guest(), contactMessageSchema.parse({ ...typed, ...change }));
    return sent.ok ? sent.value.ticketNumber : sent.reason;
  };
  const first = await send({ email: 'asha@exampel.in' });
  const mended = await send();
  expect(mended).not.toBe(first);
  expect(await send()).toBe(mended);
  const stored = await shop.database.select().from(contactMessages).orderBy(contactMessages.email);
  expect(stored).toMatchObject([
    { email: 'asha@exampel.in', ticketNumber: first },
    { email: 'asha@example.in', ticketNumber: mended },
  ]);
});

test('keeps line breaks out of email headers', () => {
  const parsed = contactMessageSchema.parse({ ...typed, subject: 'A saree\r\nBcc: all@example.in' });
  expect(parsed.subject).toBe('A saree Bcc: all@example.in');
  expect(contactMessageSchema.safeParse({ ...typed, email: 'a@b.in\r\nBcc: c@d.in' }).success).toBe(false);
});

test('limits messages per address, and says when to try again', async () => {
  const answers = [];
  for (let n = 0; n < 6; n++)
    answers.push(
      await sendContactMessage(shop.as.guest(), contactMessageSchema.parse({ ...typed, key: crypto.randomUUID() })),
    );
  expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, true, true, false]);
  expect(answers.at(-1)).toMatchObject({ reason: 'too-many', data: { retryAfterSeconds: 300 } });
});
