import type { Actor, Person } from './actor.ts';
import type { Config } from './config.server.ts';
import type { Database } from './database/database.server.ts';
import type { ReadCache } from './read-cache.server.ts';
import { inTransactionOn } from './database/database.server.ts';
import { notFound, signInNeeded } from './errors.server.ts';
import { type SecurityLine, writeSecurityLines } from './security-log.server.ts';

/** Maps names to adapters. Modules add their adapters in provider.ts by declaration merging. */
export interface Suppliers {}

/** Database, visitor and time. It is the first argument of every public function. */
export type Shop = {
  database: Database;
  actor: Actor;
  now: Date;
  /** The address of the socket, or the address that a configured proxy reports (T17). Used only for limits. */
  visitorAddress: string;
  requestId?: string;
  config: Config;
  suppliers: Suppliers;
  /** Undefined in a transaction, which must see its own writes. */
  readCache?: ReadCache;
  /** Log lines to write when the transaction commits. */
  uncommitted?: SecurityLine[];
  /** Called when cached artworks are shown because the database failed, so that the page is not cached. */
  onFallback?: () => void;
};

/**
 * Runs `work` in a transaction. Give its `shop` parameter the same name as the outer shop, so that code cannot use the
 * outer database.
 */
export async function inTransaction<T>(shop: Shop, work: (shop: Shop) => Promise<T>): Promise<T> {
  let uncommitted: SecurityLine[] = [];
  const answer = await inTransactionOn(shop.database, (database) => {
    uncommitted = [];
    return work({ ...shop, database, readCache: undefined, uncommitted });
  });
  writeSecurityLines(uncommitted, shop.uncommitted);
  return answer;
}

/** Returns whether the visitor has not signed in. Guest buyers count as signed in. */
export const isSignedOut = ({ actor }: Pick<Shop, 'actor'>): boolean =>
  actor.kind === 'guest' || (actor.kind === 'customer' && actor.isGuest === true);

/** Returns the signed-in person, who may be a guest buyer. Throws SignInNeeded for others. */
export function signedIn(shop: Shop): Person {
  if (shop.actor.kind === 'customer' || shop.actor.kind === 'admin') return shop.actor;
  throw signInNeeded();
}

/** Throws not-found unless the actor is an admin or a background job. */
export function adminOnly(shop: Shop): void {
  if (shop.actor.kind !== 'admin' && shop.actor.kind !== 'shop') throw notFound();
}

/** Throws not-found, except for background jobs and commands. */
export function shopOnly(shop: Shop): void {
  if (shop.actor.kind !== 'shop') throw notFound();
}

export const asShop = (shop: Shop): Shop => ({ ...shop, actor: { kind: 'shop' } });

/** Returns whether the actor may see money and settings. */
export const isOwner = ({ actor }: Pick<Shop, 'actor'>): boolean =>
  actor.kind === 'shop' || (actor.kind === 'admin' && actor.role === 'owner');

/** Throws not-found unless the actor is an owner or a background job. */
export function ownerOnly(shop: Shop): void {
  if (!isOwner(shop)) throw notFound();
}

export function actorId(shop: Shop): string | null {
  return 'userId' in shop.actor ? shop.actor.userId : null;
}
