import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, like, lt, or } from 'drizzle-orm';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { authVerifications } from './tables.server.ts';

/** What a mailed link does. */
export type LinkKind = 'reset-password' | 'confirm-email' | 'sign-up';
/** What waits for its mail to be written: too much for an event, which carries ids only. */
export type PendingKind = 'sign-up-asked' | 'email-change-asked' | 'email-changed';
const EMAIL_CHANGES: (LinkKind | PendingKind)[] = ['confirm-email', 'email-change-asked'];

/** Makes the secret of a link that stands for `value`; only its hash is kept. */
export async function makeLink(shop: Shop, kind: LinkKind, value: string, minutes: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await store(shop, identifierOf(kind, token), value, minutes);
  return token;
}

/** What a link stands for while it is good; it stays good. */
export async function findLink(shop: Shop, kind: LinkKind, token: string): Promise<string | undefined> {
  return find(shop, identifierOf(kind, token));
}

/** What a link stands for, once: of two who use it one gets it. */
export async function takeLink(shop: Shop, kind: LinkKind, token: string): Promise<string | undefined> {
  const [taken] = await shop.database
    .delete(authVerifications)
    .where(isGood(shop, identifierOf(kind, token)))
    .returning({ value: authVerifications.value });
  return taken?.value;
}

/** Makes every link of a kind that stands for `value` worthless. */
export async function dropLinks(shop: Shop, kind: LinkKind, value: string): Promise<void> {
  await shop.database
    .delete(authVerifications)
    .where(and(eq(authVerifications.value, value), like(authVerifications.identifier, `${kind}:%`)));
}

/**
 * Makes every change of a person's address that was asked for worthless, mailed or not: whoever knew the former password
 * may have asked. Links that only confirm the address they have stay good.
 */
export async function dropEmailChanges(shop: Shop, userId: string): Promise<void> {
  const [person] = await shop.database
    .select({ email: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  const requests = await shop.database
    .select({ id: authVerifications.id, value: authVerifications.value })
    .from(authVerifications)
    .where(
      and(
        or(...EMAIL_CHANGES.map((kind) => like(authVerifications.identifier, `${kind}:%`))),
        like(authVerifications.value, `%${userId}%`),
      ),
    );
  const changes = requests.filter(({ value }) => (JSON.parse(value) as { email: string }).email !== person?.email);
  if (changes.length === 0) return;
  await shop.database.delete(authVerifications).where(
    inArray(
      authVerifications.id,
      changes.map(({ id }) => id),
    ),
  );
}

/** Stores what a listener will need, for as long as a link lives; answers the id for the event. */
export async function storePending(shop: Shop, kind: PendingKind, value: unknown, minutes: number): Promise<string> {
  const id = randomUUID();
  await store(shop, `${kind}:${id}`, JSON.stringify(value), minutes);
  return id;
}

/** What was stored; it stays, because an event may come twice. */
export async function readPending<Value>(shop: Shop, kind: PendingKind, id: string): Promise<Value | undefined> {
  const value = await find(shop, `${kind}:${id}`);
  return value === undefined ? undefined : (JSON.parse(value) as Value);
}

/** Forgets links and codes that ran out; a sweep calls it. */
export async function forgetExpiredVerifications(shop: Shop): Promise<void> {
  await shop.database.delete(authVerifications).where(lt(authVerifications.expiresAt, shop.now));
}

/** Forgets every link and code that stands for a person: by their id, and one that changed the address would name them again. */
export async function forgetVerifications(shop: Shop, userId: string): Promise<void> {
  await shop.database.delete(authVerifications).where(like(authVerifications.value, `%${userId}%`));
}

async function store(shop: Shop, identifier: string, value: string, minutes: number): Promise<void> {
  const expiresAt = new Date(shop.now.getTime() + minutes * 60_000);
  await shop.database
    .insert(authVerifications)
    .values({ identifier, value, expiresAt, createdAt: shop.now, updatedAt: shop.now });
}

async function find(shop: Shop, identifier: string): Promise<string | undefined> {
  const [found] = await shop.database
    .select({ value: authVerifications.value })
    .from(authVerifications)
    .where(isGood(shop, identifier));
  return found?.value;
}

const identifierOf = (kind: LinkKind, token: string) =>
  `${kind}:${createHash('sha256').update(token).digest('base64url')}`;
const isGood = (shop: Shop, identifier: string) =>
  and(eq(authVerifications.identifier, identifier), gt(authVerifications.expiresAt, shop.now));
