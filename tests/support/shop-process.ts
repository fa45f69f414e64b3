import { randomUUID } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { freePort } from '#scripts/machine.mjs';
import { rupees } from '#app/basics/money.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { orderRequests } from '#app/modules/requests/requests/tables.server.ts';
import { signUp } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { readConfig } from '#app/platform/config.server.ts';
import { openDatabase } from '#app/platform/database/database.server.ts';
import type { Failpoint } from '#app/platform/failpoints.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { ADDRESS } from './checkout.ts';
import { migrationsDirectory } from './database.ts';
import type { Fault } from './failpoints.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const OPENS_WITHIN_MS = 300_000;

export type ShopProcess = Awaited<ReturnType<typeof openShopProcess>>;

/**
 * Runs the shop built with failpoints as a process that can restart at the same address. `preload` is loaded before it.
 */
export async function openShopProcess(settings: Record<string, string>, { preload }: { preload?: string } = {}) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const failpointFile = join(settings.DATA_DIR!, 'failpoint.json');
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    HOST: 'localhost',
    PORT: String(port),
    SHOP_URL: url,
    LOG_LEVEL: 'error',
    DATABASE_URL: '',
    SESSION_SECRET: 'a secret that only tests have, 32+',
    FAILPOINT_FILE: failpointFile,
    ...settings,
  };
  // The shop restarts often, and optimizing the embedded database would take most of the time.
  const arguments_ = [
    '--liftoff-only',
    '--conditions=failpoints',
    ...(preload ? ['--import', preload] : []),
    'server/main.ts',
  ];
  let running: ChildProcess | undefined;
  let complaints = '';
  process.once('exit', () => running?.kill('SIGKILL'));

  const isReady = () =>
    fetch(`${url}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) }).then(
      async (answer) => (await answer.text(), answer.ok),
      () => false,
    );

  const quiet = { info() {}, warn: console.warn, error: console.error };
  return {
    url,
    async withShop<Value>(work: (shop: Shop) => Promise<Value>, dataDirectory = settings.DATA_DIR!): Promise<Value> {
      const config = readConfig(environment);
      const opened = await openDatabase({ ...config, dataDirectory, migrationsDirectory, log: quiet });
      try {
        return await work({
          database: opened.database,
          actor: { kind: 'shop' },
          now: new Date(),
          visitorAddress: 'the shop',
          config,
          suppliers: {} as Shop['suppliers'],
        });
      } finally {
        await opened.close();
      }
    },
    complaints: () => complaints,
    /** Returns the milliseconds until the shop is ready. Throws when it ends first. */
    async start(): Promise<number> {
      const began = performance.now();
      const process_ = spawn(process.execPath, arguments_, {
        cwd: root,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running = process_;
      for (const stream of [process_.stdout, process_.stderr])
        stream.on('data', (part: Buffer) => (complaints = (complaints + part.toString()).slice(-20_000)));
      while (!(await isReady())) {
        if (hasEnded(process_)) throw new Error(`the shop ended before it was ready: ${complaints}`);
        if (performance.now() - began > OPENS_WITHIN_MS) throw new Error(`the shop is not ready: ${complaints}`);
        await wait(20);
      }
      return performance.now() - began;
    },
    async arm(fault?: Fault & { at: Failpoint }): Promise<void> {
      await rm(failpointFile, { force: true });
      if (fault) await writeFile(failpointFile, JSON.stringify(fault));
    },
    async ended(withinMs: number): Promise<NodeJS.Signals | null> {
      const process_ = running!;
      if (!hasEnded(process_)) await once(process_, 'exit', { signal: AbortSignal.timeout(withinMs) });
      return process_.signalCode;
    },
    async end(signal: NodeJS.Signals): Promise<number | null> {
      const process_ = running;
      if (!process_ || hasEnded(process_)) return process_?.exitCode ?? null;
      process_.kill(signal);
      if (!hasEnded(process_)) await once(process_, 'exit');
      return process_.exitCode;
    },
  };
}

export async function fillShop(
  shop: Shop,
  {
    shoppers,
    artworkCount,
    stockCount,
    coupon,
    requests = 0,
  }: { shoppers: number; artworkCount: number; stockCount: number; coupon?: string; requests?: number },
) {
  const { database } = shop;
  const put = await database
    .insert(artworks)
    .values(
      Array.from({ length: artworkCount }, (_, n) => ({
        title: `Brass Lota ${n}`,
        price: rupees(1000 + n),
        medium: 'handcraft' as const,
        category: 'Handcraft',
        stockCount,
        images: ['/media/lota.webp'],
      })),
    )
    .returning({ id: artworks.id });
  // No owner confirms these payments.
  const limit = JSON.stringify({ orders: 1_000_000, artworks: 1_000_000, artworksPerNetwork: 1_000_000 });
  await database.execute(sql`insert into settings (key, value) values ('unmatched_orders', ${limit}::jsonb)`);
  if (coupon)
    await saveCoupon(shop, {
      code: coupon,
      discountPercentage: 10,
      usageLimit: null,
      validFrom: null,
      validUntil: null,
    });
  const signedUp: string[] = [];
  for (const name of [...Array.from({ length: shoppers }, (_, n) => `Shopper ${n}`), 'Owner']) {
    const email = `${name.toLowerCase().replace(' ', '')}@example.in`;
    const account = await signUp(shop, { name, email, password: 'bindu-and-lotus' });
    if (!account.ok) throw new Error(account.reason);
    signedUp.push(account.value.cookies.map((line) => line.split(';')[0]).join('; '));
  }
  const owner = signedUp.pop()!;
  await database.execute(
    sql`update user_profiles set is_admin = true, admin_role = 'owner' where email = 'owner@example.in'`,
  );
  const [asker] = await database.select().from(userProfiles).where(eq(userProfiles.email, 'shopper0@example.in'));
  const asked =
    requests === 0
      ? []
      : await database
          .insert(orderRequests)
          .values(
            Array.from({ length: requests }, () => ({
              key: randomUUID(),
              artworkId: put[0]!.id,
              userId: asker!.id,
              kind: 'out-of-stock' as const,
              name: ADDRESS.name,
              email: asker!.email,
              phone: ADDRESS.phone,
            })),
          )
          .returning({ id: orderRequests.id });
  return {
    stock: new Map(put.map(({ id }) => [id, stockCount])),
    shoppers: signedUp,
    owner,
    requests: asked.map(({ id }) => id),
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

export function patientVisitor(
  url: string,
  address: string,
  { cookie = '', signal }: { cookie?: string; signal: AbortSignal },
) {
  const cookies = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => splitPair(pair)),
  );
  const ask = async (
    path: string,
    { form, method = form ? 'POST' : 'GET', body = form?.toString(), headers = {} }: Asked = {},
  ): Promise<Answer> => {
    for (;;) {
      signal.throwIfAborted();
      const answer = await fetch(url + path, {
        method,
        body,
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          origin: url,
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': address,
          ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
      })
        .then(async (response) => ({ response, text: await response.text() }))
        .catch(() => undefined);
      if (!answer || answer.response.status === 503) {
        await wait(100);
        continue;
      }
      const { response, text } = answer;
      for (const line of response.headers.getSetCookie()) {
        const [name, value] = splitPair(line.split(';')[0]!);
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return { status: response.status, location: response.headers.get('location') ?? '', text };
    }
  };
  return { ask };
}

type Asked = { form?: URLSearchParams; method?: string; body?: string; headers?: Record<string, string> };
export type Answer = { status: number; location: string; text: string };

const splitPair = (pair: string): [string, string] => {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
};
