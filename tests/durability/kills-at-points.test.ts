import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listIncidents } from '#app/modules/operations/health/incidents.server.ts';
import type { PaymentAnswer } from '#app/modules/payments/payments/payment-state.ts';
import type { Failpoint } from '#app/platform/failpoints.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { type GatewayStandIn, openGatewayStandIn } from '#tests/support/gateway-stand-in.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { copyTree, makeDataDirectory } from '#tests/support/database.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { randomFrom } from '#tests/support/random.ts';
import { type Answer, fillShop, openShopProcess, patientVisitor } from '#tests/support/shop-process.ts';
import { findMissingMessages, findShopHarm } from './shop-soundness.ts';

const KILLS = Number(process.env.KILLS_AT_POINTS ?? 0);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The process is killed after at most this many passages. At a rare point, it is killed at the first. */
const POINTS = {
  'checkout.received': 12,
  'checkout.stock-taken': 12,
  'checkout.written': 12,
  'checkout.committed': 12,
  'webhook.stored': 2,
  'webhook.committed': 2,
  'webhook.handled': 2,
  'payment.written': 2,
  'refund.committed': 2,
  'refund.asked': 2,
  'refund.settled': 2,
  'request.written': 2,
  'request.committed': 2,
  'outbox.claimed': 12,
  'outbox.delivered': 20,
} as const satisfies Partial<Record<Failpoint, number>>;
const A_FEW: Failpoint[] = ['checkout.stock-taken', 'webhook.committed', 'outbox.delivered'];
const ROUNDS = KILLS
  ? Array.from({ length: KILLS }, () => Object.keys(POINTS) as (keyof typeof POINTS)[]).flat()
  : (A_FEW as (keyof typeof POINTS)[]);

const SHOPPERS = KILLS ? 8 : 4;
const BACK_WITHIN_MS = 15_000;
const waitingForACore = () => Math.max(1, loadavg()[0]! / availableParallelism());
const REACHED_WITHIN_MS = 300_000;

const METRICS_TOKEN = 'a token that only tests have';
const { country: _country, ...TYPED_ADDRESS } = ADDRESS;

test('the built shop has no failpoint in it', async () => {
  const textsOf = async (directory: string) => {
    const files = (await readdir(directory, { recursive: true })).filter((name) => /\.m?js$/.test(name));
    return Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')));
  };
  const found = (text: string) => [
    ...text.matchAll(/(?<!function )reachFailpoint\(|FAILPOINT_FILE/g),
    ...Object.keys(POINTS).filter((point) => text.includes(`"${point}"`)),
  ];
  const served = await textsOf('build/server');
  expect(served.length).toBeGreaterThan(5);
  expect(served.flatMap(found)).toEqual([]);
  const forTests = (await textsOf('.cache/failpoints/server')).join();
  expect(Object.keys(POINTS).filter((point) => !forTests.includes(`"${point}"`))).toEqual([]);
});

describe.each(['server', 'embedded'] as const)('on the %s database', (kind) => {
  test(
    `${ROUNDS.length} kills at named points lose or double no acknowledged order`,
    { timeout: 300_000 + ROUNDS.length * 300_000 },
    async () => {
      const random = randomFrom(seed);
      const home = await mkdtemp(join(tmpdir(), 'bisvar-kills-'));
      if (kind === 'embedded') await makeDataDirectory(home);
      const [server, mailServer, standIn] = await Promise.all([
        kind === 'server' ? startPostgresServer() : undefined,
        startMailServer({ headersOnly: true }),
        openGatewayStandIn(),
      ]);
      const urls = await server?.createServedDatabase();
      const process_ = await openShopProcess({
        DATA_DIR: home,
        ...(urls ?? { DATABASE_URL: '' }),
        SHOP_MODE: 'demo',
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Bisvar <orders@bisvar.example>',
        TRUST_PROXY: 'on',
        METRICS_TOKEN,
        ...standIn.settings,
      });
      const { url, withShop } = process_;
      const over = new AbortController();
      let isClosing = false;
      const acknowledged = new Set<string>();
      const refundKeys: string[] = [];
      const paid: { orderId: string; providerOrderId: string }[] = [];
      const unpaid: string[] = [];
      const counts = { placed: 0, online: 0, refused: 0, refunds: 0, requests: 0 };
      const problems: string[] = [];
      const complain = (what: string, answer: Answer) =>
        problems.push(`${what}: ${answer.status} ${answer.location} ${textOf(answer.text).slice(0, 3_000)}`);

      const filled = await withShop((shop) =>
        fillShop(shop, {
          shoppers: SHOPPERS,
          artworkCount: 3,
          stockCount: 100_000,
          coupon: 'KILLED',
          requests: 20 + ROUNDS.length * 20,
        }),
      );
      const { stock, requests } = filled;
      const visit = (cookie: string, address: string) => patientVisitor(url, address, { cookie, signal: over.signal });
      const visitors = filled.shoppers.map((cookie, at) => ({
        ...visit(cookie, `203.0.113.${at + 1}`),
        email: `shopper${at}@example.in`,
      }));
      const owner = visit(filled.owner, '203.0.113.100');
      const gateway = patientVisitor(url, '198.51.100.1', { signal: over.signal });
      const artworkIds = [...stock.keys()];

      const sendWebhook = async ({ body, headers }: { body: string; headers: Record<string, string> }) => {
        for (;;) {
          const answer = await gateway.ask('/api/webhooks/razorpay', {
            method: 'POST',
            body,
            headers: { ...headers, 'sec-fetch-site': 'cross-site', origin: 'https://api.razorpay.com' },
          });
          if (answer.status === 200) return;
          if (answer.status < 500) return complain('a webhook', answer);
          await wait(100);
        }
      };

      const payOnline = async ({ ask }: (typeof visitors)[number], orderId: string) => {
        const form = new URLSearchParams({ intent: 'attempts', method: 'razorpay' });
        let started = await ask(`/checkout/payment/${orderId}`, { form });
        while (started.status === 429 && !isClosing) {
          await wait(2_000);
          started = await ask(`/checkout/payment/${orderId}`, { form });
        }
        if (started.status === 429) return void unpaid.push(orderId);
        const open = (JSON.parse(started.text) as PaymentAnswer).payment.open;
        if (!open) return complain('a payment', started);
        const { providerOrderId } = open;
        standIn.pay(providerOrderId);
        await sendWebhook(standIn.webhookOf(providerOrderId));
        for (;;) {
          const { payment } = JSON.parse((await ask(`/checkout/payment/${orderId}`)).text) as PaymentAnswer;
          if (payment.stage === 'paid') break;
          await wait(500);
        }
        counts.online += 1;
        paid.push({ orderId, providerOrderId });
      };

      const buy = async (visitor: (typeof visitors)[number], chance: () => number) => {
        const { ask, email } = visitor;
        const boughtId = artworkIds[Math.floor(chance() * artworkIds.length)]!;
        await ask('/visitor-state', {
          form: new URLSearchParams({ intent: 'add', artworkId: boughtId, quantity: '1' }),
        });
        const how = chance();
        const isOnline = how < 0.3;
        const fill = (html: string) => {
          const filled = new URLSearchParams(fieldsOf(html));
          for (const [name, value] of Object.entries({
            ...TYPED_ADDRESS,
            email,
            paymentMethod: isOnline ? 'razorpay' : 'manual',
            paymentReferenceId: isOnline ? '' : newReference(),
          }))
            filled.set(name, value);
          if (isOnline) filled.set('online', 'yes');
          return filled;
        };
        let page = await ask('/checkout');
        if (how > 0.7) {
          const tried = fill(page.text);
          tried.set(TYPED_COUPON, 'KILLED');
          tried.set('intent', 'apply-coupon');
          page = await ask('/checkout', { form: tried });
        }
        const form = fill(page.text);
        const answer = await ask('/checkout', { form });
        const [, orderId] = /(?:placed|payment)=([0-9a-f-]{36})/.exec(answer.location) ?? [];
        // A person has at most three unpaid orders, and one of them is still being paid.
        if (answer.status === 409) return void (counts.refused += 1);
        if (answer.status !== 303 || !orderId) return complain('a checkout', answer);
        acknowledged.add(orderId);
        counts.placed += 1;
        if (isOnline) await payOnline(visitor, orderId);
      };

      const refund = async (chance: () => number) => {
        const order = paid[Math.floor(chance() * paid.length)];
        if (!order) return;
        const sheet = await owner.ask(`/admin/orders/${order.orderId}`);
        const [, paymentId] = /name="paymentId" value="([^"]+)"/.exec(sheet.text) ?? [];
        if (!paymentId) return complain('no payment to refund', sheet);
        const key = randomUUID();
        const form = new URLSearchParams({
          intent: 'refund',
          orderId: order.orderId,
          key,
          paymentId,
          amount: '1',
          reason: 'A rupee back',
          way: 'gateway',
        });
        const answer = await owner.ask('/admin/payments/refunds', { form });
        if (answer.status !== 303) return complain('a refund', answer);
        refundKeys.push(key);
        counts.refunds += 1;
        standIn.settleRefund(key, 'succeeded');
        await sendWebhook(standIn.refundWebhookOf(key));
      };

      const acceptNext = async () => {
        const id = requests.pop();
        if (!id) return;
        const { email } = visitors[0]!;
        const form = new URLSearchParams({ intent: 'accept', quantity: '1', price: '1,500', ...TYPED_ADDRESS, email });
        const answer = await owner.ask(`/admin/requests/${id}`, { form });
        if (answer.status !== 303) return complain('a request', answer);
        counts.requests += 1;
      };

      const began = performance.now();
      try {
        const recovered: number[] = [];
        const kills: { at: Failpoint | 'the end'; when: Date }[] = [];
        await process_.start();
        const repeat = async (work: () => Promise<unknown>, pauseMs: number) => {
          while (!isClosing) {
            await work();
            await wait(pauseMs);
          }
        };
        const load = Promise.all([
          ...visitors.map((visitor, at) => {
            const chance = randomFrom(seed + at);
            return repeat(() => buy(visitor, chance), 30);
          }),
          repeat(() => refund(random), 150),
          repeat(acceptNext, 300),
        ]);
        load.catch(() => over.abort());

        for (const at of ROUNDS) {
          await process_.arm({ at, passage: 1 + Math.floor(random() * POINTS[at]) });
          const signal = await process_.ended(REACHED_WITHIN_MS).catch((error: unknown) => {
            throw new Error(`${at} was not reached: ${JSON.stringify(counts)} ${problems.join('\n')}`, {
              cause: error,
            });
          });
          expect(signal, process_.complaints()).toBe('SIGKILL');
          kills.push({ at, when: new Date() });
          // The next start changes the state after the kill, so it is read before.
          const before = new Set(acknowledged);
          const left = kind === 'embedded' ? await mkdtemp(join(tmpdir(), 'bisvar-killed-')) : home;
          if (kind === 'embedded') copyTree(join(home, 'database'), join(left, 'database'));
          await process_.arm();
          const restart = async () => {
            const took = await process_.start();
            expect(took, `ready again, with ${loadavg()[0]!.toFixed(1)} at work`).toBeLessThan(
              BACK_WITHIN_MS * waitingForACore(),
            );
            recovered.push(took);
          };
          const look = () => withShop((shop) => findShopHarm(shop, before, { stock }), left);
          const harm = kind === 'embedded' ? (await Promise.all([restart(), look()]))[1] : await look();
          if (kind === 'embedded') await rm(left, { recursive: true, force: true });
          else await restart();
          expect(harm, `after a kill at ${at}, SEED=${seed}`).toEqual([]);
          expect(problems, `after a kill at ${at}, SEED=${seed}\n${process_.complaints()}`).toEqual([]);
          if (KILLS)
            console.log(
              `${kind}: kill ${kills.length} at ${at}, ready again after ${Math.round(recovered.at(-1)!)} ms`,
            );
        }

        isClosing = true;
        await load;
        await process_.end('SIGKILL');
        kills.push({ at: 'the end', when: new Date() });
        // Another process takes over after two minutes, so this skips the wait.
        await withShop(({ database }) =>
          database.execute(sql`update outbox set leased_until = null, next_attempt_at = now() where state = 'waiting'`),
        );
        recovered.push(await process_.start());
        await untilDelivered(gateway);
        expect(await process_.end('SIGTERM')).toBe(0);

        await withShop(async (shop) => {
          expect(await findShopHarm(shop, acknowledged, { stock })).toEqual([]);
          expect(await findMissingMessages(shop)).toEqual([]);
          const { rows } = await shop.database.execute<{ id: string; draft_key: string | null; is_confirmed: boolean }>(
            sql`select id, draft_key, confirmed_at is not null as is_confirmed from orders`,
          );
          const unconfirmed = rows.filter((order) => order.draft_key === null && !order.is_confirmed);
          expect(unconfirmed.map(({ id }) => id).toSorted()).toEqual(unpaid.toSorted());
          const unknown = rows.filter((order) => order.draft_key === null && !acknowledged.has(order.id));
          expect(unknown, 'orders nobody was told of').toEqual([]);
          expect(rows.filter((order) => order.draft_key !== null)).toHaveLength(counts.requests);
          const given = await shop.database.execute<{ key: string; status: string }>(
            sql`select key, status from refunds`,
          );
          expect(given.rows.map(({ key }) => key).toSorted()).toEqual(refundKeys.toSorted());
          expect(given.rows.filter(({ status }) => status !== 'succeeded')).toEqual([]);
          expect(refundsAt(standIn, paid)).toEqual(refundKeys.toSorted());
          const sent = await shop.database.execute<{ id: string }>(
            sql`select id from messages where channel = 'email' and state = 'sent'`,
          );
          const arrived = Map.groupBy(
            mailServer.received,
            ({ raw }) => /^Message-ID: <([^@>]+)@/im.exec(raw)?.[1] ?? '',
          );
          expect(sent.rows.filter(({ id }) => !arrived.has(id))).toEqual([]);
          const doubles = mailServer.received.length - arrived.size;
          expect(doubles, 'mails that came twice').toBeLessThanOrEqual(kills.length);
          const incidents = (await listIncidentsEver(shop)).map(({ beganAt, endedAt }) => [
            beganAt.getTime(),
            endedAt.getTime(),
          ]);
          const untold = kills.filter(
            ({ when }) =>
              !incidents.some(([from, to]) => from! - 1_000 <= when.getTime() && when.getTime() <= to! + 1_000),
          );
          expect(untold, 'kills that no incident tells of').toEqual([]);
          expect((await listIncidents(shop)).length).toBeGreaterThan(0);

          const inOrder = recovered.toSorted((a, b) => a - b).map(Math.round);
          const atEach = Object.entries(Object.groupBy(kills, ({ at }) => at)).map(
            ([at, each]) => `${at} ${each!.length}`,
          );
          const p95 = inOrder[Math.ceil(0.95 * inOrder.length) - 1]!;
          console.log(
            [
              `${kind}: ${kills.length} kills in ${Math.round((performance.now() - began) / 1000)} s; SEED=${seed}`,
              `  ${atEach.join(', ')}`,
              `  ready again after ${inOrder[inOrder.length >> 1]} ms (median), ${p95} ms (p95), ${inOrder.at(-1)} ms (longest), ${loadavg()[0]!.toFixed(1)} processes at work on ${availableParallelism()} cores`,
              `  ${JSON.stringify(counts)}, ${mailServer.received.length} mails, ${doubles} of them came twice`,
            ].join('\n'),
          );
        });
      } finally {
        isClosing = true;
        over.abort();
        await process_.end('SIGKILL');
        await Promise.all([mailServer.stop(), standIn.close(), server?.stop()]);
        await rm(home, { recursive: true, force: true });
      }
    },
  );
});

async function untilDelivered({ ask }: ReturnType<typeof patientVisitor>): Promise<void> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  while (!/bisvar_outbox_events\{state="waiting"\} 0$/m.test((await ask('/metrics', { headers })).text))
    await wait(250);
}

const refundsAt = (standIn: GatewayStandIn, paid: readonly { providerOrderId: string }[]): string[] =>
  paid.flatMap(({ providerOrderId }) => standIn.refundsOf(providerOrderId).map(({ key }) => key)).toSorted();

async function listIncidentsEver({ database }: Shop): Promise<{ beganAt: Date; endedAt: Date }[]> {
  const { rows } = await database.execute<{ began: string; ended: string }>(
    sql`select began_at::text as began, ended_at::text as ended from incidents where kind = 'crash'`,
  );
  return rows.map(({ began, ended }) => ({ beganAt: new Date(began), endedAt: new Date(ended) }));
}
