import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { backups } from '#app/modules/operations/backups/tables.server.ts';
import { webhookEvents } from '#app/modules/payments/payments/tables.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { certificateChecks } from '#app/modules/operations/health/tables.server.ts';
import { checkCertificate } from '#app/modules/operations/health/watch.server.ts';
import { textOf } from '#tests/support/html.ts';
import { openLiveShop } from '#tests/support/live-shop.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

const TOKEN = 'a token that only tests have';
const DAY = 24 * 3_600_000;
let shop: RequestShop;
let owner: Visitor;
let helper: Visitor;
beforeAll(async () => {
  shop = await openRequestShop({
    SHOP_MODE: 'live',
    SHOP_URL: 'https://shop.test',
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
    METRICS_TOKEN: TOKEN,
    RAZORPAY_KEY_ID: 'rzp_test_watch',
    RAZORPAY_KEY_SECRET: 'a secret that only tests have',
    RAZORPAY_WEBHOOK_SECRET: 'another one',
  });
  await openLiveShop(shop);
  owner = await signInAdmin(shop);
  helper = await signInAdmin(shop, { name: 'Deepa Negi', role: 'helper' });
}, 60_000);
afterAll(() => shop.close());

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const overview = async (visitor = owner) => {
  const { text } = await visitor.get('/admin');
  return { text: textOf(text), html: text };
};
const metrics = async () => {
  const headers = { authorization: `Bearer ${TOKEN}` };
  return (await shop.app.fetch(new Request('https://shop.test/metrics', { headers }))).text();
};
const showCertificate = async (validUntil: Date) => {
  shop.systemContext().suppliers.readCertificate = async () => ({ validFrom: ago(80 * DAY), validUntil, problem: '' });
  await shop.database.delete(certificateChecks);
  await checkCertificate(shop.systemContext());
};
const newestBackup = async (changes: Partial<typeof backups.$inferInsert> = {}) => {
  await shop.database.delete(backups);
  await shop.database.insert(backups).values({ name: 'newest', startedAt: ago(3_600_000), bytes: 2048, ...changes });
};

const WRONG = {
  certificate: {
    happen: () => showCertificate(new Date(Date.now() + 5 * DAY)),
    texts: [
      /The certificate of shop\.test expires on .* should have been renewed by now\./,
      /sudo systemctl restart caddy/,
    ],
  },
  disk: {
    happen: () => newestBackup({ bytes: 1e15 }),
    texts: [/The next backup may not fit: [\d,]+ MB left in /, /Free up space there, or enlarge the disk\./],
  },
  'backup age': {
    happen: () => newestBackup({ startedAt: ago(3 * DAY) }),
    texts: [/The newest backup is more than two days old/, /Restart the shop/],
  },
  'failed messages': {
    happen: () =>
      shop.database.insert(messages).values({
        key: 'failed',
        channel: 'email',
        template: 'order-placed',
        recipient: 'asha@example.in',
        bodyText: 'Thank you',
        state: 'failed',
      }),
    texts: [/1 message failed/],
    step: '/admin/messages?status=failed',
  },
  'gateway errors': {
    happen: () =>
      shop.database.insert(webhookEvents).values({
        provider: 'razorpay',
        eventId: 'waits',
        rawBody: '{}',
        answer: { outcome: 'pending', providerOrderId: 'order_1' },
        receivedAt: ago(3_600_000),
      }),
    texts: [/1 gateway webhook is waiting to be handled\./, /After that, retry it under Messages/],
    step: '/admin/payments/differences',
  },
} satisfies Record<string, { happen: () => Promise<unknown>; texts: RegExp[]; step?: string }>;

beforeEach(async () => {
  await Promise.all([shop.database.delete(messages), shop.database.delete(webhookEvents)]);
  await newestBackup();
  await showCertificate(new Date(Date.now() + 60 * DAY));
});

test('without problems the overview only shows the newest backup', async () => {
  const { text, html } = await overview();
  expect(text).toMatch(/Newest backup: .* 2 KB ?, in \/.*No test restore yet\./);
  expect(html).not.toContain('What is wrong');
  for (const { texts } of Object.values(WRONG)) for (const said of texts) expect(text).not.toMatch(said);
});

test.each(Object.entries(WRONG))(
  'owners see problems with %s and their step; helpers only messages',
  async (name, { happen, texts, ...rest }) => {
    await happen();
    const { text, html } = await overview();
    for (const said of texts) expect(text).toMatch(said);
    if ('step' in rest) expect(html).toContain(`href="${rest.step}"`);
    for (const [other, { texts }] of Object.entries(WRONG))
      if (other !== name) expect([other, texts[0]!.test(text)]).toEqual([other, false]);
    expect(texts[0]!.test((await overview(helper)).text)).toBe(name === 'failed messages');
  },
);

test('each of them has a gauge', async () => {
  const well = await metrics();
  expect(well).toMatch(/^bisvar_certificate_sound 1$/m);
  expect(well).toMatch(/^bisvar_certificate_expiry_timestamp_seconds \d+/m);
  for (const of of ['data', 'backups'])
    expect(well).toMatch(new RegExp(`^bisvar_disk_free_bytes{of="${of}"} \\d+$`, 'm'));
  expect(well).toMatch(/^bisvar_backups_sound 1$/m);
  expect(well).toMatch(/^bisvar_gateway_errors{gateway="razorpay",of="webhooks"} 0$/m);
  expect(well).toMatch(/^bisvar_gateway_errors{gateway="razorpay",of="comparison"} 0$/m);
  expect(well).toMatch(/^bisvar_failed_messages 0$/m);
  await WRONG.certificate.happen();
  await WRONG['failed messages'].happen();
  await WRONG['gateway errors'].happen();
  const wrong = await metrics();
  expect(wrong).toMatch(/^bisvar_certificate_sound 0$/m);
  expect(wrong).toMatch(/^bisvar_failed_messages 1$/m);
  expect(wrong).toMatch(/^bisvar_gateway_errors{gateway="razorpay",of="webhooks"} 1$/m);
});
