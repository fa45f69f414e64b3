import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { makeDataDirectory } from '#tests/support/database.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { fillShop, openShopProcess, patientVisitor } from '#tests/support/shop-process.ts';
import { findMissingMessages, findShopHarm } from './shop-soundness.ts';

const HOUR = 60 * 60_000;
const { country: _country, ...TYPED_ADDRESS } = ADDRESS;

test('a clock jumping by hours breaks no session, email or order', async () => {
  const home = await mkdtemp(join(tmpdir(), 'bisvar-clock-'));
  await makeDataDirectory(home);
  const mailServer = await startMailServer();
  const clockFile = join(home, 'clock');
  const moveClock = async (milliseconds: number) => {
    await writeFile(clockFile, String(milliseconds));
    await wait(200);
  };
  await moveClock(0);
  const process_ = await openShopProcess(
    {
      DATA_DIR: home,
      SHOP_MODE: 'demo',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Bisvar <orders@bisvar.example>',
      TRUST_PROXY: 'on',
      CLOCK_FILE: clockFile,
    },
    { preload: fileURLToPath(new URL('../support/moved-clock.ts', import.meta.url)) },
  );
  const over = new AbortController();
  try {
    const filled = await process_.withShop((shop) => fillShop(shop, { shoppers: 1, artworkCount: 1, stockCount: 100 }));
    const visit = (cookie: string, address: string) =>
      patientVisitor(process_.url, address, { cookie, signal: over.signal });
    const asha = visit(filled.shoppers[0]!, '203.0.113.1');
    const owner = visit(filled.owner, '203.0.113.2');
    const acknowledged = new Set<string>();
    const buy = async () => {
      const [artworkId] = filled.stock.keys();
      await asha.ask('/visitor-state', {
        form: new URLSearchParams({ intent: 'add', artworkId: artworkId!, quantity: '1' }),
      });
      const form = new URLSearchParams(fieldsOf((await asha.ask('/checkout')).text));
      const typed = {
        ...TYPED_ADDRESS,
        email: 'shopper0@example.in',
        paymentMethod: 'manual',
        paymentReferenceId: newReference(),
      };
      for (const [name, value] of Object.entries(typed)) form.set(name, value);
      const { status, location, text } = await asha.ask('/checkout', { form });
      expect(status, textOf(text).slice(0, 500)).toBe(303);
      acknowledged.add(/placed=([0-9a-f-]{36})/.exec(location)![1]!);
      const mine = await asha.ask('/profile/orders');
      expect(mine.status).toBe(200);
      expect((await owner.ask('/admin')).status).toBe(200);
    };
    const mailed = () => new Set(mailServer.received.map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)![1]));
    const untilMailed = () =>
      vi.waitFor(() => expect(mailed().size).toBe(2 * acknowledged.size), {
        timeout: 30_000,
        interval: 50,
      });

    await process_.start();
    await buy();
    await moveClock(5 * HOUR);
    await buy();
    await moveClock(-26 * HOUR);
    await buy();
    await untilMailed();
    await moveClock(7 * HOUR);
    await buy();
    await moveClock(0);
    await untilMailed();

    await moveClock(9 * HOUR);
    await buy();
    await process_.end('SIGKILL');
    await moveClock(0);
    await process_.start();
    await buy();
    await untilMailed();
    expect(textOf((await owner.ask('/admin')).text)).toContain('What happened');
    expect(await process_.end('SIGTERM')).toBe(0);
    await process_.withShop(async (shop) => {
      expect(await findShopHarm(shop, acknowledged, filled)).toEqual([]);
      expect(await findMissingMessages(shop)).toEqual([]);
      const { rows } = await shop.database.execute(sql`select count(*)::int as orders from orders`);
      expect(rows).toEqual([{ orders: acknowledged.size }]);
    });
  } finally {
    over.abort();
    await process_.end('SIGKILL');
    await mailServer.stop();
    await rm(home, { recursive: true, force: true });
  }
});

test('a clock set back 40 days starts no endless database timer', async () => {
  const home = await mkdtemp(join(tmpdir(), 'bisvar-clock-'));
  const clockFile = join(home, 'clock');
  const support = (name: string) => fileURLToPath(new URL(`../support/${name}`, import.meta.url));
  try {
    await makeDataDirectory(home);
    await writeFile(clockFile, '0');
    const arguments_ = [support('query-while-clock-moves.ts'), home];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, arguments_, {
      // An environment variable also reaches the database’s thread.
      env: {
        ...process.env,
        NODE_OPTIONS: `--import ${support('moved-clock.ts')}`,
        CLOCK_FILE: clockFile,
        MOVED_BY: String(-40 * 24 * HOUR),
      },
    });
    expect(stdout).toContain('asked before and after');
    expect(stderr).not.toContain('TimeoutOverflowWarning');
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
