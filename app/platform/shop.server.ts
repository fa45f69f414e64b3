import type { Actor, Person } from './actor.ts';
import type { Config } from './config.server.ts';
import type { Database } from './database/database.server.ts';
import type { ReadCache } from './read-cache.server.ts';
import { inTransactionOn } from './database/database.server.ts';
import { notFound, signInNeeded } from './errors.server.ts';
import { type SecurityLine, writeSecurityLines } from './security-log.server.ts';

/** The adapters behind the shop, by the name of what they do; each module adds its own in provider.ts by declaration merging. */
export interface Suppliers {}

/** What every door takes first: the database to speak to, who asks and what time it is. */
export type Shop = {
  database: Database;
  actor: Actor;
  now: Date;
  /** Where the visitor comes from, as the socket or a configured proxy says (T17); for limits only. */
  visitorAddress: string;
  /** The request that is answered, or that an event came from, as its answer's X-Request-Id and the log name it. */
  requestId?: string;
  config: Config;
  suppliers: Suppliers;
  /** What was read before and hasn't changed since; not in a transaction, which must see what it wrote. */
  readCache?: ReadCache;
  /** In a transaction: lines of the log that are written once it commits. */
  uncommitted?: SecurityLine[];
  /** Called when the last known artworks are read in place of the present ones, so that the page is not cached. */
  onFallback?: () => void;
};

/** Runs `work` in one transaction; the shop it hands down shadows the outer one, so that the outer database can't be used by mistake. */
export async function inTransaction<T>(shop: Shop, work: (shop: Shop) => Promise<T>): Promise<T> {
  let uncommitted: SecurityLine[] = [];
  const answer = await inTransactionOn(shop.database, (database) => {
    // It may run again.
    uncommitted = [];
    return work({ ...shop, database, readCache: undefined, uncommitted });
  });
  writeSecurityLines(uncommitted, shop.uncommitted);
  return answer;
}

/** The signed-in person; throws SignInNeeded for a guest. */
export function signedIn(shop: Shop): Person {
  if (shop.actor.kind === 'customer' || shop.actor.kind === 'admin') return shop.actor;
  throw signInNeeded();
}

/** Lets admins and the shop itself through; to everybody else the thing doesn't exist. */
export function adminOnly(shop: Shop): void {
  if (shop.actor.kind !== 'admin' && shop.actor.kind !== 'shop') throw notFound();
}

/** Lets nobody but the shop itself through: workers and scripts. */
export function shopOnly(shop: Shop): void {
  if (shop.actor.kind !== 'shop') throw notFound();
}

/** The same shop acting by itself, for what it does for people who have shown that they may ask for it. */
export const asShop = (shop: Shop): Shop => ({ ...shop, actor: { kind: 'shop' } });

/** Whether money and settings are this visitor's to see: the owner's and the shop's own. */
export const isOwner = ({ actor }: Pick<Shop, 'actor'>): boolean =>
  actor.kind === 'shop' || (actor.kind === 'admin' && actor.role === 'owner');

/** Lets owners and the shop itself through; money and settings don't exist for anybody else, helpers included. */
export function ownerOnly(shop: Shop): void {
  if (!isOwner(shop)) throw notFound();
}

/** The id for "who changed it" columns: null when the shop did it by itself. */
export function actorId(shop: Shop): string | null {
  return 'userId' in shop.actor ? shop.actor.userId : null;
}
