import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import { href } from 'react-router';
import { done, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { type LinkChannel, PROVEN, type RequestAccess } from './request.ts';
import { contactEmail, orderRequests, requestLinks } from './tables.server.ts';
import { lockRequest, publishRequest } from './internal/state.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import { actorId, adminOnly, asShop, inTransaction, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import { type ProvenAddress, wasAddressOf } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { findAccountByEmail, insertAccount, verifyEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import {
  findAccount,
  findVerifiedAccount,
  type FoundAccount,
} from '#app/modules/identity/accounts/find-account.server.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { endSessions } from '#app/modules/identity/sign-in/sessions.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';

export async function openForStudio(shop: Shop, requestId: string): Promise<RequestAccess> {
  adminOnly(shop);
  await findRequest(shop, requestId);
  return { requestId, side: 'studio', by: 'account', proven: PROVEN };
}

export async function openOwn(shop: Shop, requestId: string): Promise<RequestAccess> {
  await findRequest(shop, requestId, isMyRequest(shop));
  return { requestId, side: 'customer', by: 'account', proven: PROVEN };
}

/** Limits wrong links from one network address. A valid link always works. */
const GUESSES = { capacity: 30, refillPerMinute: 3 };

/**
 * Returns the request and the kind of its link. Throws not-found for unknown and revoked links, and for emailed links
 * after the customer's address changed.
 */
export async function openByLink(shop: Shop, token: string): Promise<Result<RequestAccess, TooMany>> {
  const requestId = idOf(token.split('.')[0]!);
  const link = await findLink(shop, requestId ?? NOBODYS);
  const channel = CHANNELS.find((channel) =>
    sessionSecrets(shop).some((secret) => isSame(token, tokenOf(secret, requestId ?? NOBODYS, { ...link, channel }))),
  );
  if (channel && requestId && link && !link.revokedAt)
    return done({ requestId, side: 'customer', by: `${channel}-link`, proven: PROVEN });
  const allowed = await takeToken(shop, `request-link:${shop.visitorAddress}`, GUESSES);
  if (!allowed.ok) return allowed;
  throw notFound();
}

const CHANNELS = ['email', 'shared'] as const satisfies readonly LinkChannel[];

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * Returns a link, or undefined while links are revoked. Only background jobs get the `email` link; admins get the
 * `shared` link.
 */
export async function linkOf(shop: Shop, requestId: string, channel: LinkChannel): Promise<string | undefined> {
  if (channel === 'email') shopOnly(shop);
  adminOnly(shop);
  const link = await findLink(shop, requestId);
  if (!link || link.revokedAt) return undefined;
  return `${shop.config.shopUrl}${href('/commission/:token', { token: tokenOf(sessionSecrets(shop)[0], requestId, { ...link, channel }) })}`;
}

/** Revokes all links of a request. With `isReplaced`, creates a new link. */
export async function revokeLink(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { isReplaced }: { isReplaced: boolean },
): Promise<void> {
  if (side !== 'studio') throw notFound();
  await inTransaction(shop, async (shop) => {
    await lockRequest(shop, requestId);
    const serial = ((await findLink(shop, requestId))?.serial ?? 1) + 1;
    const link = { serial, revokedAt: isReplaced ? null : shop.now };
    await shop.database
      .insert(requestLinks)
      .values({ requestId, ...link })
      .onConflictDoUpdate({ target: requestLinks.requestId, set: link });
    await audit(shop, {
      action: isReplaced ? 'request.link-renewed' : 'request.link-revoked',
      table: 'request_links',
      id: requestId,
    });
  });
}

// Not filtered by owner: a customer's `RequestAccess` names the request.
/** Returns a shop that can only read and pay the request's order. Throws not-found if the request has no order. */
export async function shopOfCustomer(shop: Shop, access: RequestAccess): Promise<Shop> {
  if (access.side !== 'customer') throw notFound();
  const [request] = await shop.database
    .select({ orderId: orderRequests.orderId })
    .from(orderRequests)
    .where(eq(orderRequests.id, access.requestId));
  if (!request?.orderId) throw notFound();
  return { ...shop, actor: { kind: 'order-link', orderId: request.orderId } };
}

// Not filtered by owner: the studio sees every request; customers pass `whose`.
async function findRequest(shop: Shop, requestId: string, whose?: SQL): Promise<void> {
  if (!isUuid(requestId)) throw notFound();
  const [request] = await shop.database
    .select({ id: orderRequests.id })
    .from(orderRequests)
    .where(and(eq(orderRequests.id, requestId), whose));
  if (!request) throw notFound();
}

// Not filtered by owner: the caller checks the link's secret.
async function findLink(shop: Shop, requestId: string) {
  const [found] = await shop.database
    .select({ serial: requestLinks.serial, revokedAt: requestLinks.revokedAt, email: contactEmail })
    .from(orderRequests)
    .leftJoin(requestLinks, eq(requestLinks.requestId, orderRequests.id))
    .where(eq(orderRequests.id, requestId));
  return found && { ...found, serial: found.serial ?? 1 };
}

const NOBODYS = '00000000-0000-0000-0000-000000000000';

type ProvenLink = { serial?: number; email?: string; channel: LinkChannel };

const tokenOf = (secret: string, requestId: string, link: ProvenLink): string =>
  `${Buffer.from(requestId.replaceAll('-', ''), 'hex').toString('base64url')}.${proofOf(secret, requestId, link).toString('base64url')}`;

function idOf(text: string): string | undefined {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(id) ? id : undefined;
}

/**
 * Returns the secret part of a link. An emailed link includes the address that it proves; a shared link has the older
 * form.
 */
function proofOf(secret: string, requestId: string, { serial = 1, email = '', channel }: ProvenLink): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'request-link', 32));
  const linkText = `${requestId}:${serial}`;
  return createHmac('sha256', key)
    .update(channel === 'email' ? `${linkText}:${email}` : linkText)
    .digest();
}

/** Matches guests' requests that were sent from an address while this person had proven it. */
export const sentFromAddressOf = (whose: string | readonly ProvenAddress[]): SQL =>
  and(isNull(orderRequests.userId), wasAddressOf(whose, orderRequests.email, orderRequests.createdAt))!;

/** Matches the visitor's requests, and requests sent from an address that the visitor has proven. */
export function isMyRequest(shop: Shop): SQL {
  const { userId, emailVerified } = signedIn(shop);
  return or(eq(orderRequests.userId, userId), emailVerified ? sentFromAddressOf(userId) : undefined)!;
}

/**
 * Returns the account for an accepted quote: the visitor's. For an emailed link: the sender's account, or an account
 * without credentials.
 */
export async function accountToJoin(
  shop: Shop,
  { requestId, by }: RequestAccess,
  { userId: senderId, name }: { userId: string | null; name: string },
): Promise<string | 'deactivated' | undefined> {
  const byShop = asShop(shop);
  if (by === 'account') return (await findAccount(byShop, signedIn(shop).userId))?.userId ?? 'deactivated';
  if (by !== 'email-link') return undefined;
  const email = await readContactEmail(shop, requestId);
  const verified = await findVerifiedAccount(byShop, email);
  // The visitor sent the request from this verified account, or is signed in to it.
  if (verified && [senderId, actorId(shop)].includes(verified.userId)) return verified.userId;
  const made = await insertAccount(byShop, { name, email });
  if (made) return made;
  const existing = await findAccountByEmail(byShop, email);
  if (!existing || !(await findAccount(byShop, existing.id))) return 'deactivated';
  if ((await shop.database.$count(authAccounts, eq(authAccounts.userId, existing.id))) > 0) return undefined;
  await verifyEmail(byShop, existing.id);
  await endSessions(byShop, existing.id);
  return existing.id;
}

// Not filtered by owner: a `RequestAccess` has opened this request.
/**
 * Links the request's order to the account of the person who opened it, if that person has proven its email address.
 */
export async function joinAccount(shop: Shop, access: RequestAccess): Promise<void> {
  if (access.side !== 'customer' || access.by === 'shared-link' || !(await isWithoutAccount(shop, access))) return;
  await inTransaction(shop, async (shop) => {
    const request = await lockRequest(shop, access.requestId);
    if (!request.orderId || !(await isWithoutAccount(shop, access))) return;
    if (access.by === 'account') {
      const { email, emailVerified } = signedIn(shop);
      if (!emailVerified || email !== (await readContactEmail(shop, access.requestId))) return;
    }
    const userId = await accountToJoin(shop, access, request);
    if (!userId || userId === 'deactivated') return;
    await announce(shop, 'orders.account-found', { orderId: request.orderId, userId });
    await shop.database
      .update(orderRequests)
      .set({ userId: request.userId ?? userId })
      .where(eq(orderRequests.id, request.id));
    await publishRequest(shop, request.id);
  });
}

// Not filtered by owner: a `RequestAccess` has opened this request.
async function isWithoutAccount(shop: Shop, { requestId }: RequestAccess): Promise<boolean> {
  const [order] = await shop.database
    .select({ userId: orders.userId })
    .from(orderRequests)
    .innerJoin(orders, eq(orders.id, orderRequests.orderId))
    .where(eq(orderRequests.id, requestId));
  return order?.userId === null;
}

// Not filtered by owner: a `RequestAccess` has opened this request.
async function readContactEmail(shop: Shop, requestId: string): Promise<string> {
  const [request] = await shop.database
    .select({ email: contactEmail })
    .from(orderRequests)
    .where(eq(orderRequests.id, requestId));
  return request!.email;
}

export type RequestAccount = FoundAccount & { by: 'sender' | 'email' };

/** Returns the sender's account, or else the account that verified the email. */
export async function accountOf(
  shop: Shop,
  request: { userId: string | null; email: string },
): Promise<RequestAccount | undefined> {
  adminOnly(shop);
  const sender = request.userId === null ? undefined : await findAccount(shop, request.userId);
  if (sender) return { ...sender, by: 'sender' };
  const found = await findVerifiedAccount(shop, request.email);
  return found && { ...found, by: 'email' };
}
