import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type OpenedShop, openShop } from '#app/open-shop.server.ts';
import { takeGatewayWebhook } from '#app/modules/payments/payments/gateways.server.ts';
import type { Mail, SupplierAnswer } from '#app/modules/messaging/messages/provider.ts';
import { readConfig } from '#app/platform/config.server.ts';
import type { Database } from '#app/platform/database/database.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Actor } from '#app/platform/actor.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type GatewayStandIn, openGatewayStandIn, type SentWebhook } from '#tests/support/gateway-stand-in.ts';
import { takeSimulatedDatabase } from './database.ts';
import { type Draws, drawsFrom } from './draws.ts';
import { type Life, lives, ProcessDied, takeOverMachine } from './machine.ts';
import { takeTurns } from './turns.ts';

const BEGAN = new Date('2026-11-21T04:30:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The request or its answer was lost. The sender cannot know which. */
export class Lost extends Error {
  override name = 'Lost';
}

export type AcceptedMail = Mail & { at: number; times: number };

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * Runs a shop with database, gateways, mail server and network in this process, with the seed’s clock. Only `step`
 * advances the clock.
 */
export async function openWorld(seed: number) {
  const opened = await takeSimulatedDatabase(seed, BEGAN);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bisvar-simulation-'));
  const machine = takeOverMachine(seed, BEGAN);
  const draws = drawsFrom(seed + 1);
  const turns = takeTurns(machine, drawsFrom(seed + 2));
  const hash = createHash('sha256');
  const events: string[] = [];
  const violations: string[] = [];
  let eventCount = 0;
  let isCalm = false;

  const note = (text: string) => {
    const line = `${new Date().toISOString().slice(5, 23)} ${text}`;
    hash.update(`${line}\n`);
    eventCount += 1;
    events.push(line);
    if (events.length > 400) events.shift();
  };
  const violate = (text: string) => {
    note(`VIOLATION: ${text}`);
    violations.push(text);
  };
  // Runs with few faults find bugs that runs with many faults hide.
  const weather = draws.oneOf([0.3, 1, 1, 3]);
  const happens = (probability: number, from: Draws = draws) => !isCalm && from.happens(probability * weather);
  const background = (work: Promise<unknown>) => {
    work.catch((error: unknown) => violate(`the simulation itself failed: ${(error as Error).stack}`));
  };

  const gateway: GatewayStandIn = await openGatewayStandIn({ port: null });
  machine.replace(globalThis, 'fetch', async (address: string, options: RequestInit) => {
    const life = lives.getStore();
    const request = new Request(address, options);
    const { pathname } = new URL(address);
    if (turns.isLent()) violate(`a gateway was asked while the database was held: ${pathname}`);
    const fate = isCalm
      ? 'answered'
      : draws.weighed({ answered: 88 / weather, unreached: 3, lost: 4, broken: 2, hanging: 2, slow: 1 });
    if (fate !== 'answered') note(`gateway ${pathname.split('/').at(-1)}: ${fate}`);
    await machine.wait(draws.between(20, 300));
    if (fate === 'unreached') throw new TypeError('fetch failed');
    if (fate === 'broken') return new Response('<h1>Bad Gateway</h1>', { status: 502 });
    if (fate === 'hanging') {
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      options.signal!.addEventListener('abort', () => reject(new Error('aborted')));
      return aborted;
    }
    const answer = await gateway.fetch(request);
    await machine.wait(fate === 'slow' ? draws.between(3, 7) * SECOND : draws.between(20, 300));
    if (fate === 'lost' || life?.isOver) throw new TypeError('fetch failed');
    return answer;
  });

  /** Webhooks arrive late, twice, out of order or never. */
  function announceWebhook(webhook: SentWebhook): void {
    const fate = isCalm ? 'once' : draws.weighed({ once: 60 / weather, late: 15, twice: 15, never: 10 });
    if (fate === 'never') return note(`webhook of ${webhook.gateway} lost`);
    const delays = {
      once: [draws.between(1, 20) * SECOND],
      late: [draws.between(1, 40) * MINUTE],
      twice: [draws.between(1, 20) * SECOND, draws.between(1, 600) * SECOND],
    }[fate];
    for (const delay of delays) background(deliverWebhook(webhook, delay));
  }
  async function deliverWebhook({ gateway: name, body, headers }: SentWebhook, delay: number): Promise<void> {
    await machine.wait(delay);
    for (let tries = 0; tries < 6; tries += 1) {
      try {
        const taken = await request(`webhook of ${name}`, { kind: 'guest' }, (shop) =>
          takeGatewayWebhook(shop, name, body, new Headers(headers)),
        );
        return note(`webhook of ${name}: ${taken.ok ? 'taken' : taken.reason}`);
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        await machine.wait(draws.between(1, 15) * MINUTE);
      }
    }
  }

  const accepted = new Map<string, AcceptedMail>();
  const mayComeAgain = new Map<string, number>();
  const refusedMails = new Set<string>();
  const mailServer = {
    async send(mail: Mail): Promise<SupplierAnswer> {
      const life = lives.getStore();
      if (turns.isLent()) violate(`the mail server was asked while the database was held: ${mail.subject}`);
      const fate = isCalm
        ? 'accepted'
        : draws.weighed({ accepted: 85 / weather, busy: 5, lost: 4, hanging: 2, slow: 3, refused: 1 });
      await machine.wait(fate === 'slow' ? draws.between(5, 30) * SECOND : draws.between(30, 400));
      if (fate === 'busy') throw new Error('450 Mailbox busy');
      if (fate === 'refused') {
        refusedMails.add(mail.id);
        return { state: 'refused', reason: '550 No such user' };
      }
      if (fate === 'hanging') {
        await machine.wait(20 * SECOND);
        throw new Error('Timeout');
      }
      if (life?.isOver) throw new ProcessDied();
      const before = accepted.get(mail.id);
      accepted.set(mail.id, { ...mail, at: machine.now(), times: (before?.times ?? 0) + 1 });
      note(`mail ${mail.id} to ${mail.to}: ${mail.subject}`);
      if (fate === 'lost') {
        mayComeAgain.set(mail.id, (mayComeAgain.get(mail.id) ?? 0) + 1);
        throw new Error('Connection closed');
      }
      await machine.wait(draws.between(30, 200));
      return { state: 'sent', providerId: mail.id };
    },
  };

  const config = readConfig({
    SHOP_MODE: 'demo',
    SHOP_URL: 'http://shop.test',
    DATA_DIR: dataDirectory,
    LOG_LEVEL: 'silent',
    SESSION_SECRET: 'a secret that only tests have, 32+',
    SMTP_URL: 'smtp://mail.test:25',
    MAIL_FROM: 'Bisvar <shop@bisvar.example>',
    // The shop's own keys would be random.
    VAPID_PUBLIC_KEY: 'BLKBBK4gM5SsXeS7jlsPVuztSBvGM9rHCchu3zam39gyq_bdfA6ww3Vey-lt8r339kK2LjAle3QapX7ceAvgk6k',
    VAPID_PRIVATE_KEY: 'a1R7HQkCyefL3dSmMzGmkPWCPWrhpWEXN53_8mLqYy0',
    ...gateway.settings,
  });
  machine.replace(log, 'error', (about: unknown, message?: string) => {
    const { err } = about as { err?: Error };
    if (err instanceof ProcessDied || lives.getStore()?.isOver || turns.isCrashing()) return;
    note(`error: ${message}: ${err?.message}`);
    if (message !== 'a webhook waits to be handled again') violate(`errors: ${message}: ${err?.stack ?? ''}`);
  });
  machine.replace(log, 'warn', () => {});
  let process: { life: Life; shop: OpenedShop; openedAt: number; die: () => void; died: Promise<never> } | undefined;
  let lifeCount = 0;
  let unlisten: (() => Promise<void>)[] = [];

  async function start(): Promise<void> {
    const life = { number: (lifeCount += 1), isOver: false };
    const { promise: died, reject } = Promise.withResolvers<never>();
    died.catch(() => {});
    const given = {
      ...opened,
      // A process caches by its database object, so this is a copy.
      database: Object.create(opened.database) as Database,
      listen: async (...given: Parameters<typeof opened.listen>) => {
        const stop = await opened.listen(...given);
        unlisten.push(stop);
        return stop;
      },
    };
    let shop: OpenedShop | undefined;
    const opening = lives.run(life, async () => {
      shop = await openShop(config, given);
      shop.systemContext().suppliers.email = mailServer;
    });
    while (!shop && !turns.isCrashing()) {
      await turns.settle();
      await Promise.race([opening, machine.rest()]);
    }
    if (!shop) return crash();
    const now = new Date();
    await utimes(join(dataDirectory, 'processes', String(globalThis.process.pid)), now, now);
    process = { life, shop, openedAt: machine.now(), die: () => reject(new ProcessDied()), died };
    note(`the shop is open (${lifeCount})`);
  }

  async function crash(): Promise<void> {
    note('the shop dies');
    const dead = process;
    process = undefined;
    dead?.die();
    await turns.endLife(dead?.life ?? { number: lifeCount, isOver: false });
    const stops = unlisten;
    unlisten = [];
    for (const stop of stops) await stop();
    // An email that was sent but not recorded may be sent again.
    const { rows } = await opened.database.execute<{ id: string }>(
      sql`select id from messages where state = 'queued' order by id`,
    );
    for (const { id } of rows) if (accepted.has(id)) mayComeAgain.set(id, accepted.get(id)!.times);
    background(machine.wait(draws.between(1, 90) * SECOND).then(() => void (isDue = true)));
  }
  let isDue = false;

  /** Throws Lost when the request or its answer is lost. */
  async function request<Answer>(
    what: string,
    actor: Actor,
    work: (shop: Shop) => Promise<Answer>,
    from: Draws = draws,
  ): Promise<Answer> {
    // Requests start at tenths of a second, so that some coincide.
    await machine.wait(100 * from.between(1, 2) - (machine.now() % 100));
    if (happens(0.02, from)) {
      note(`${what}: request lost`);
      throw new Lost();
    }
    const at = process;
    if (!at) {
      note(`${what}: nobody answers`);
      throw new Lost();
    }
    let answer: Answer;
    try {
      answer = await Promise.race([
        lives.run(at.life, () => work({ ...at.shop.systemContext(), actor, visitorAddress: '203.0.113.7' })),
        at.died,
      ]);
    } catch (error) {
      if (!at.life.isOver && !turns.isCrashing()) throw error;
      note(`${what}: the shop died over it`);
      throw new Lost();
    }
    if (at.life.isOver || turns.isCrashing()) throw new Lost();
    await machine.wait(from.between(5, 120));
    if (happens(0.03, from)) {
      note(`${what}: answer lost`);
      throw new Lost();
    }
    return answer;
  }

  return {
    machine,
    draws,
    turns,
    gateway,
    database: opened.database,
    accepted,
    refusedMails,
    note,
    violate,
    happens,
    background,
    request,
    announceWebhook,
    start,
    mayComeAgain: (id: string) => mayComeAgain.get(id) ?? 0,
    violations,
    lastEvents: (count: number) => events.slice(-count),
    eventCount: () => eventCount,
    addToTrace: (text: string) => void hash.update(text),
    traceHash: () => hash.copy().digest('hex'),
    lifeCount: () => lifeCount,
    openSince: () => process?.openedAt,
    calmDown: () => void (isCalm = true),
    async settle(): Promise<void> {
      await turns.settle();
      while (turns.isCrashing() || isDue) {
        if (turns.isCrashing()) await crash();
        if (isDue) {
          isDue = false;
          await start();
        }
        await turns.settle();
      }
    },
    async close(): Promise<void> {
      if (process) await turns.endLife(process.life);
      for (const stop of unlisten) await stop();
      machine.giveBack();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
