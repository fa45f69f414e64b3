import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, like, lt, or } from 'drizzle-orm';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { authVerifications } from './tables.server.ts';

export type LinkKind = 'reset-password' | 'confirm-email';
/** Data that an email needs, because its event contains only ids. */
export type PendingKind = 'email-change-asked' | 'email-changed';
const EMAIL_CHANGES: (LinkKind | PendingKind)[] = ['confirm-email', 'email-change-asked'];

/** Creates a link's secret for `value`. Only its hash is stored. */
export async function makeLink(shop: Shop, kind: LinkKind, value: string, minutes: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await store(shop, identifierOf(kind, token), value, minutes);
  return token;
}

export async function findLink(shop: Shop, kind: LinkKind, token: string): Promise<string | undefined> {
  return find(shop, identifierOf(kind, token));
}

/** Returns a link's value once, even to concurrent callers. */
export async function takeLink(shop: Shop, kind: LinkKind, token: string): Promise<string | undefined> {
  const [taken] = await shop.database
    .delete(authVerifications)
    .where(isGood(shop, identifierOf(kind, token)))
    .returning({ value: authVerifications.value });
  return taken?.value;
}

export async function dropLinks(shop: Shop, kind: LinkKind, value: string): Promise<void> {
  await shop.database
    .delete(authVerifications)
    .where(and(eq(authVerifications.value, value), like(authVerifications.identifier, `${kind}:%`)));
}

/** Cancels pending changes of the email address, since someone with the former password may have requested them. */
export async function dropEmailChanges(shop: Shop, userId: string): Promise<void> {
  const [person] = await shop.database
    .select({ email: userProfiles.email })
    .from(userProfiles)
    .where(eq(userProfiles.id, userId));
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

/** Stores data for a listener until the link expires. Returns the id for the event. */
export async function storePending(shop: Shop, kind: PendingKind, value: unknown, minutes: number): Promise<string> {
  const id = randomUUID();
  await store(shop, `${kind}:${id}`, JSON.stringify(value), minutes);
  return id;
}

/** An event may be delivered twice, so the value is not deleted. */
export async function readPending<Value>(shop: Shop, kind: PendingKind, id: string): Promise<Value | undefined> {
  const value = await find(shop, `${kind}:${id}`);
  return value === undefined ? undefined : (JSON.parse(value) as Value);
}

export async function forgetExpiredVerifications(shop: Shop): Promise<void> {
  await shop.database.delete(authVerifications).where(lt(authVerifications.expiresAt, shop.now));
}

/** Deletes a person's verifications, which may contain their address. */
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
