import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { freePort } from '#scripts/machine.mjs';
import { queueMessages } from '#app/modules/messaging/messages/messages.server.ts';
import { readConfig } from '#app/platform/config.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { migrationsDirectory } from '#tests/support/database.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { randomFrom } from '#tests/support/random.ts';

const mails = Number(process.env.MAILS ?? 30);
const kills = Number(process.env.MAIL_KILLS ?? 1);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

test(
  `all ${mails} emails arrive despite ${kills} kills, each duplicating at most one`,
  { timeout: 60_000 + kills * 15_000 + mails * 200 },
  async () => {
    const random = randomFrom(seed);
    const [server, mailServer, home] = await Promise.all([
      startPostgresServer(),
      startMailServer(),
      mkdtemp(join(tmpdir(), 'bisvar-mails-')),
    ]);
    const databaseUrl = await server.createDatabase();
    const settings = {
      HOST: 'localhost',
      DATA_DIR: home,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
      SHOP_MODE: 'live',
      SHOP_URL: 'http://shop.test',
      SESSION_SECRET: 'a secret that only tests have, 32+',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Bisvar <orders@bisvar.example>',
    };
    const opened = await openDatabase({ dataDirectory: home, databaseUrl, migrationsDirectory });
    const { database } = opened;
    const received = () => mailServer.received.length;
    let shop: ChildProcess | undefined;
    const startShop = async () => {
      const process_ = spawn(process.execPath, ['server/main.ts'], {
        env: { ...process.env, ...settings, PORT: String(await freePort()) },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      shop = process_;
      return async () => {
        const ended = once(process_, 'exit');
        process_.kill('SIGKILL');
        await ended;
        // Another process takes over after two minutes, so this skips the wait.
        await database.execute(sql`update outbox set leased_until = now() where state = 'waiting'`);
      };
    };
    const until = async (isSo: () => boolean | Promise<boolean>) => {
      while (!(await isSo())) {
        expect(shop?.exitCode ?? null).toBeNull();
        await wait(2);
      }
    };
    try {
      const context: Shop = {
        database,
        actor: { kind: 'shop' },
        now: new Date(),
        visitorAddress: 'the shop',
        config: readConfig(settings),
        suppliers: {} as Shop['suppliers'],
      };
      await queueMessages(
        context,
        ...Array.from({ length: mails }, (_, n) => ({
          template: 'notification' as const,
          occasion: `mail-${n}`,
          recipient: `reader-${n}@example.in`,
          subject: `Mail ${n}`,
          text: 'Namaste',
          html: null,
        })),
      );
      for (let round = 0; round < kills; round += 1) {
        const kill = await startShop();
        const upTo = received() + 1 + random() * ((mails - received()) / (kills - round)) * 0.9;
        await until(() => received() >= Math.min(upTo, mails));
        await wait(random() * 10);
        await kill();
      }
      await startShop();
      const waiting = async () => {
        const { rows } = await database.execute<{ count: number }>(
          sql`select count(*)::int as count from messages where state = 'queued'`,
        );
        return rows[0]!.count;
      };
      await until(async () => (await waiting()) === 0);
      const { rows } = await database.execute(sql`select state, count(*)::int as count from messages group by state`);
      expect(rows).toEqual([{ state: 'sent', count: mails }]);
      const arrived = mailServer.received.flatMap(({ to }) => to);
      expect(new Set(arrived).size).toBe(mails);
      const doubles = arrived.length - mails;
      console.log(`${mails} mails, ${kills} kills, ${doubles} came twice; SEED=${seed}`);
      expect(doubles, `SEED=${seed}`).toBeLessThanOrEqual(kills);
    } finally {
      shop?.kill('SIGKILL');
      await opened.close();
      await Promise.all([mailServer.stop(), server.stop()]);
      await rm(home, { recursive: true, force: true });
    }
  },
);
