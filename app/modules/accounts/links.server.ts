import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, like, or } from 'drizzle-orm';
import type { Shop } from '#app/platform/shop.server.ts';
import { authUsers, authVerifications } from './tables.server.ts';

/** What a mailed link does. */
export type LinkKind = 'reset-password' | 'confirm-email' | 'sign-up';
/** What waits for its mail to be written: too much for an event, which carries ids only. */
export type WaitingKind = 'sign-up-asked' | 'email-change-asked' | 'email-changed';
const EMAIL_CHANGES: (LinkKind | WaitingKind)[] = ['confirm-email', 'email-change-asked'];

/** Makes the secret of a link that stands for `value`; only its hash is kept. */
export async function makeLink(shop: Shop, kind: LinkKind, value: string, minutes: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await keep(shop, kept(kind, token), value, minutes);
  return token;
}

/** What a link stands for while it is good; it stays good. */
export async function findLink(shop: Shop, kind: LinkKind, token: string): Promise<string | undefined> {
  return find(shop, kept(kind, token));
}

/** What a link stands for, once: of two who use it one gets it. */
export async function takeLink(shop: Shop, kind: LinkKind, token: string): Promise<string | undefined> {
  const [taken] = await shop.database
    .delete(authVerifications)
    .where(isGood(shop, kept(kind, token)))
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
  const asked = await shop.database
    .select({ id: authVerifications.id, value: authVerifications.value })
    .from(authVerifications)
    .where(
      and(
        or(...EMAIL_CHANGES.map((kind) => like(authVerifications.identifier, `${kind}:%`))),
        like(authVerifications.value, `%${userId}%`),
      ),
    );
  const changes = asked.filter(({ value }) => (JSON.parse(value) as { email: string }).email !== person?.email);
  if (changes.length === 0) return;
  await shop.database.delete(authVerifications).where(
    inArray(
      authVerifications.id,
      changes.map(({ id }) => id),
    ),
  );
}

/** Puts aside what a listener will need, for as long as a link lives; answers the id for the event. */
export async function putAside(shop: Shop, kind: WaitingKind, value: unknown, minutes: number): Promise<string> {
  const id = randomUUID();
  await keep(shop, `${kind}:${id}`, JSON.stringify(value), minutes);
  return id;
}

/** What was put aside; it stays, because an event may come twice. */
export async function lookAside<Value>(shop: Shop, kind: WaitingKind, id: string): Promise<Value | undefined> {
  const value = await find(shop, `${kind}:${id}`);
  return value === undefined ? undefined : (JSON.parse(value) as Value);
}

async function keep(shop: Shop, identifier: string, value: string, minutes: number): Promise<void> {
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

const kept = (kind: LinkKind, token: string) => `${kind}:${createHash('sha256').update(token).digest('base64url')}`;
const isGood = (shop: Shop, identifier: string) =>
  and(eq(authVerifications.identifier, identifier), gt(authVerifications.expiresAt, shop.now));
