import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { grantAdmin } from '#app/modules/identity/users/admins.server.ts';
import type { AdminRole } from '#app/platform/admin-role.ts';
import { readConfig } from '#app/platform/config.server.ts';
import type { Database, OpenedDatabase } from '#app/platform/database/database.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { App } from '#server/app.ts';
import { liftUnmatchedLimit, openTestDatabase } from './database.ts';

const SHOP_URL = 'http://shop.test';
const built = fileURLToPath(new URL('../../build/server/index.js', import.meta.url));

export type RequestShop = Awaited<ReturnType<typeof openRequestShop>>;
export type Visitor = ReturnType<RequestShop['visitor']>;

/** Opens the built demo shop on an in-memory database without a port, with its first admin. */
export async function openRequestShop(
  settings: Record<string, string> = {},
  open: () => Promise<OpenedDatabase> = openTestDatabase,
) {
  const { openApp } = (await import(pathToFileURL(built).href)) as { openApp: typeof import('#server/app.ts').openApp };
  const opened = await open();
  await liftUnmatchedLimit(opened.database);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bisvar-requests-'));
  const config = readConfig({
    SHOP_URL,
    DATA_DIR: dataDirectory,
    LOG_LEVEL: 'silent',
    SESSION_SECRET: 'a secret that only tests have, 32+',
    ...settings,
  });
  // Other tests must not cause refusals here. server.test.ts tests overload.
  let isBusy = false;
  const load = { isOverloaded: () => isBusy, stop: () => {} };
  const app: App = await openApp(config, { database: opened, load });
  let visitors = 0;

  return {
    app,
    database: opened.database,
    config,
    systemContext: (): Shop => app.shop.systemContext(),
    seemBusy: (busy: boolean) => void (isBusy = busy),
    mailTo: (email: string, template: string, nth = 1) => mailTo(opened.database, email, template, nth),
    visitor: (address = `203.0.113.${(visitors += 1)}`) => visitorOf(app, config.shopUrl, address),
    close: async () => {
      await app.close();
      await opened.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

export function visitorOf(app: Pick<App, 'fetch'>, shopUrl: string, address: string) {
  const cookies = new Map<string, string>();
  const bindings = { incoming: { socket: { remoteAddress: address } } } as unknown as Parameters<App['fetch']>[1];

  const ask = async (path: string, { headers, ...init }: RequestInit = {}): Promise<Response> => {
    const sent = new Headers({ 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0 (a test)' });
    new Headers(headers).forEach((value, name) => (value === '' ? sent.delete(name) : sent.set(name, value)));
    if (cookies.size > 0) sent.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await app.fetch(new Request(shopUrl + path, { ...init, headers: sent }), bindings);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*max-age=0/i.test(line) || value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const post = (path: string, fields: Record<string, string>, init: RequestInit = {}) =>
    ask(path, { ...init, method: 'POST', body: new URLSearchParams(fields) });

  return {
    cookies,
    ask,
    get: async (path: string) => {
      const response = await ask(path);
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    post,
    signUpAs: async (
      name: string,
      { email = `${name.toLowerCase().replaceAll(' ', '.')}@example.in`, password = 'bindu-and-lotus' } = {},
    ) => {
      const response = await ask('/api/auth/sign-up/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, email, password }),
      });
      if (response.status !== 200) throw new Error(`sign-up: ${response.status} ${await response.text()}`);
      return { name, email, password };
    },
  };
}

async function mailTo(database: Database, email: string, template: string, nth: number): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await database.execute<{ body_text: string }>(
      sql`select body_text from messages where recipient = ${email} and template = ${template} order by created_at, id`,
    );
    if (rows.length >= nth) return rows[nth - 1]!.body_text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail ${template} came to ${email}`);
}

/** Makes a person an admin as `npm run admin -- grant` does. Existing sessions count as having the second factor. */
export async function makeAdmin(
  shop: RequestShop,
  email: string,
  { secondStep = shop.config.mode === 'live' } = {},
): Promise<void> {
  const own = sql`user_id = (select id from auth_users where email = ${email})`;
  const { rows } = await shop.database.execute(sql`select * from auth_sessions where ${own}`);
  await grantAdmin(shop.systemContext(), email);
  if (secondStep)
    await shop.database.execute(sql`update auth_users set two_factor_enabled = true where email = ${email}`);
  await shop.database.execute(
    sql`insert into auth_sessions select * from json_populate_recordset(null::auth_sessions, ${JSON.stringify(rows)}::json)`,
  );
}

export async function signInAdmin(
  shop: RequestShop,
  { name = 'Kamla Bisht', role = 'owner' }: { name?: string; role?: AdminRole } = {},
): Promise<Visitor> {
  const visitor = shop.visitor();
  const { email } = await visitor.signUpAs(name);
  await makeAdmin(shop, email);
  await shop.database.update(userProfiles).set({ adminRole: role }).where(eq(userProfiles.email, email));
  return visitor;
}

export async function signInCustomer(
  shop: RequestShop,
  name = 'Asha Rawat',
): Promise<{ visitor: Visitor; context: Shop }> {
  const visitor = shop.visitor();
  const { email } = await visitor.signUpAs(name);
  const [profile] = await shop.database.select().from(userProfiles).where(eq(userProfiles.email, email));
  const identity = { userId: profile!.id, sessionId: profile!.id, name, email, emailVerified: true };
  return { visitor, context: { ...shop.systemContext(), actor: { kind: 'customer', ...identity } } };
}
