import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { personalData } from '#app/module-lists.server.ts';
import { isReadyForBuyers } from '#app/modules/operations/health/checklist.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { readConfig } from '#app/platform/config.server.ts';
import type { Database, OpenedDatabase } from '#app/platform/database/database.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import type { Actor, Identity } from '#app/platform/actor.ts';
import type { Shop, Suppliers } from '#app/platform/shop.server.ts';
import { insertArtwork, insertPicture } from './artworks.ts';
import { liftUnmatchedLimit, openTestDatabase, truncateAll } from './database.ts';

const CUSTOMERS = 60;
const ADMIN = 0;

const AN_AFTERNOON = new Date('2026-11-21T10:00:00Z');

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/** `as.customer(2)` returns the shop for that person. `later(15)` advances the clock. */
export async function openTestShop(open: () => Promise<OpenedDatabase & { owner?: Database }> = openTestDatabase) {
  const opened = await open();
  const { database, owner = database } = opened;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bisvar-test-'));
  const config = readConfig({
    SHOP_MODE: 'demo',
    DATA_DIR: dataDirectory,
    LOG_LEVEL: 'silent',
    SESSION_SECRET: 'a secret that only tests have, 32+',
  });
  const suppliers = { payment: {}, isReadyForBuyers, personalData } as Suppliers;
  const clock = { now: AN_AFTERNOON };
  const contextFor = (actor: Actor): Shop => ({
    database,
    actor,
    now: clock.now,
    visitorAddress: '203.0.113.7',
    config,
    suppliers,
  });

  const empty = async () => {
    await truncateAll(owner);
    clock.now = AN_AFTERNOON;
    // Triggers would take twice the time and change nothing here.
    await owner.transaction(async (transaction) => {
      await transaction.execute(sql`set local session_replication_role = replica`);
      await transaction.execute(sql`
        with people as (
          insert into auth_users (id, name, email, email_verified)
          select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
            case n when ${ADMIN} then 'Kamla Bisht' else 'Asha Rawat ' || n end,
            case n when ${ADMIN} then 'admin@bisvar.example' else 'customer' || n || '@bisvar.example' end, true
          from generate_series(${ADMIN}::int, ${CUSTOMERS}::int) n
          returning id, name, email)
        insert into user_profiles (id, name, email, is_admin)
        select id, name, email, email = 'admin@bisvar.example' from people`);
    });
    await liftUnmatchedLimit(database);
  };
  await empty();

  let made = 0;
  return {
    database,
    owner,
    config,
    suppliers,
    clock,
    listen: opened.listen,
    empty,
    later: (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    },
    stockOf: async (artworkId: string) =>
      (await database.select().from(artworks).where(eq(artworks.id, artworkId)))[0]!.stockCount,
    orderRow: async (id: string) => (await database.select().from(orders).where(eq(orders.id, id)))[0]!,
    announced: async (name: string) =>
      (await database.select().from(outbox).where(eq(outbox.name, name))).map((event) => event.payload),
    as: {
      guest: () => contextFor({ kind: 'guest' }),
      customer: (n = 1) => contextFor({ kind: 'customer', ...person(n) }),
      admin: () => contextFor({ kind: 'admin', role: 'owner', ...person(ADMIN) }),
      helper: (n = CUSTOMERS) => contextFor({ kind: 'admin', role: 'helper', ...person(n) }),
      shop: () => contextFor({ kind: 'shop' }),
    },
    makeArtwork: async (wanted: Partial<typeof artworks.$inferInsert> = {}) => {
      made += 1;
      const picture = { widths: [400, 800, 1200], altText: `Piece ${made}` };
      const images = [await insertPicture(database, picture, `test-piece-${made}`)];
      return insertArtwork(database, {
        title: `Piece ${made}`,
        medium: 'oil',
        category: 'Oil Painting',
        stockCount: 3,
        images,
        ...wanted,
      });
    },
    close: async () => {
      await opened.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

function person(n: number): Identity {
  if (n < 0 || n > CUSTOMERS) throw new RangeError(`there is no customer ${n}`);
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return {
    userId: id,
    sessionId: id,
    emailVerified: true,
    name: n === ADMIN ? 'Kamla Bisht' : `Asha Rawat ${n}`,
    email: n === ADMIN ? 'admin@bisvar.example' : `customer${n}@bisvar.example`,
  };
}
