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

/** A request with the studio's eyes; admins. Throws not-found. */
export async function openForStudio(shop: Shop, requestId: string): Promise<RequestAccess> {
  adminOnly(shop);
  await findRequest(shop, requestId);
  return { requestId, side: 'studio', by: 'account', proven: PROVEN };
}

/** The signed-in person's own request; another's is not found. Throws SignInNeeded for guests. */
export async function openOwn(shop: Shop, requestId: string): Promise<RequestAccess> {
  await findRequest(shop, requestId, isMyRequest(shop));
  return { requestId, side: 'customer', by: 'account', proven: PROVEN };
}

/** Wrong links from one address; then a further one is told to wait. A right one always opens. */
const GUESSES = { capacity: 30, refillPerMinute: 3 };

/**
 * Returns the request that a link opens, and the kind of link. Revoked, older and made-up links are not found, and neither are emailed ones
 * after the customer's address changed. Refused after too many wrong links.
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
 * The address of a link; undefined while it is revoked. The one for `email` goes into emails to the request's own address and nowhere
 * else: only the shop itself gets it. The shared one is for admins, too.
 */
export async function linkOf(shop: Shop, requestId: string, channel: LinkChannel): Promise<string | undefined> {
  if (channel === 'email') shopOnly(shop);
  adminOnly(shop);
  const link = await findLink(shop, requestId);
  if (!link || link.revokedAt) return undefined;
  return `${shop.config.shopUrl}${href('/commission/:token', { token: tokenOf(sessionSecrets(shop)[0], requestId, { ...link, channel }) })}`;
}

/** Makes every link of before open nothing; `anew` gives another one. The studio. */
export async function revokeLink(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { anew }: { anew: boolean },
): Promise<void> {
  if (side !== 'studio') throw notFound();
  await inTransaction(shop, async (shop) => {
    await lockRequest(shop, requestId);
    const serial = ((await findLink(shop, requestId))?.serial ?? 1) + 1;
    const link = { serial, revokedAt: anew ? null : shop.now };
    await shop.database
      .insert(requestLinks)
      .values({ requestId, ...link })
      .onConflictDoUpdate({ target: requestLinks.requestId, set: link });
    await audit(shop, {
      action: anew ? 'request.link-renewed' : 'request.link-revoked',
      table: 'request_links',
      id: requestId,
    });
  });
}

// Not by owner: a `RequestAccess` of the customer’s side says whose it is.
/** The shop for the people who opened a request, to pay its order with: it opens that order alone. Not found before there is one. */
export async function shopOfCustomer(shop: Shop, access: RequestAccess): Promise<Shop> {
  if (access.side !== 'customer') throw notFound();
  const [request] = await shop.database
    .select({ orderId: orderRequests.orderId })
    .from(orderRequests)
    .where(eq(orderRequests.id, access.requestId));
  if (!request?.orderId) throw notFound();
  return { ...shop, actor: { kind: 'order-link', orderId: request.orderId } };
}

// Not by owner: the studio sees every request, and its customer hands in whose it must be.
async function findRequest(shop: Shop, requestId: string, whose?: SQL): Promise<void> {
  if (!isUuid(requestId)) throw notFound();
  const [request] = await shop.database
    .select({ id: orderRequests.id })
    .from(orderRequests)
    .where(and(eq(orderRequests.id, requestId), whose));
  if (!request) throw notFound();
}

// Not by owner: the proof in the link is compared with what this answers.
async function findLink(shop: Shop, requestId: string) {
  const [found] = await shop.database
    .select({ serial: requestLinks.serial, revokedAt: requestLinks.revokedAt, email: contactEmail })
    .from(orderRequests)
    .leftJoin(requestLinks, eq(requestLinks.requestId, orderRequests.id))
    .where(eq(orderRequests.id, requestId));
  return found && { ...found, serial: found.serial ?? 1 };
}

/** Asked for in place of what is no request, so that every wrong link takes the same way. */
const NOBODYS = '00000000-0000-0000-0000-000000000000';

type ProvenLink = { serial?: number; email?: string; channel: LinkChannel };

const tokenOf = (secret: string, requestId: string, link: ProvenLink): string =>
  `${Buffer.from(requestId.replaceAll('-', ''), 'hex').toString('base64url')}.${proofOf(secret, requestId, link).toString('base64url')}`;

/** The request that a token's first half names, if it has the form of one. */
function idOf(text: string): string | undefined {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(id) ? id : undefined;
}

/**
 * A key of its own from the session's secret, so that a link proves nothing else. The emailed one names the address that it proves; the
 * shared one is written as all links were before the two were told apart.
 */
function proofOf(secret: string, requestId: string, { serial = 1, email = '', channel }: ProvenLink): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'request-link', 32));
  const shared = `${requestId}:${serial}`;
  return createHmac('sha256', key)
    .update(channel === 'email' ? `${shared}:${email}` : shared)
    .digest();
}

/** What was sent without signing in from an address while it was proven to be this person's. */
export const sentFromAddressOf = (whose: string | readonly ProvenAddress[]): SQL =>
  and(isNull(orderRequests.userId), wasAddressOf(whose, orderRequests.email, orderRequests.createdAt))!;

/** A request of the signed-in person's: sent by their account, or from an address that they have shown to be theirs. */
export function isMyRequest(shop: Shop): SQL {
  const { userId, emailVerified } = signedIn(shop);
  return or(eq(orderRequests.userId, userId), emailVerified ? sentFromAddressOf(userId) : undefined)!;
}

/**
 * Returns the account that an accepted quote belongs to, in the caller's transaction: the signed-in person's, or through an emailed link the
 * account that asked from this address, or one without any way to sign in, which it creates if needed. Undefined otherwise.
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
  // They sent the request from it, or are signed in to it now.
  if (verified && [senderId, actorId(shop)].includes(verified.userId)) return verified.userId;
  const made = await insertAccount(byShop, { name, email });
  if (made) return made;
  const existing = await findAccountByEmail(byShop, email);
  if (!existing || !(await findAccount(byShop, existing.id))) return 'deactivated';
  // A password or Google: somebody can sign in to it.
  if ((await shop.database.$count(authAccounts, eq(authAccounts.userId, existing.id))) > 0) return undefined;
  await verifyEmail(byShop, existing.id);
  await endSessions(byShop, existing.id);
  return existing.id;
}

// Not by owner: of a request that a `RequestAccess` opened.
/**
 * Gives the order of a request that has no account yet to the account of the person who opened the request: through its emailed link as when
 * accepting, or signed in with the proven address that it was sent from. Changes nothing otherwise.
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

// Not by owner: of a request that a `RequestAccess` opened.
/** Whether an order was made of the request, and has no account. */
async function isWithoutAccount(shop: Shop, { requestId }: RequestAccess): Promise<boolean> {
  const [order] = await shop.database
    .select({ userId: orders.userId })
    .from(orderRequests)
    .innerJoin(orders, eq(orders.id, orderRequests.orderId))
    .where(eq(orderRequests.id, requestId));
  return order?.userId === null;
}

// Not by owner: of a request that a `RequestAccess` opened.
async function readContactEmail(shop: Shop, requestId: string): Promise<string> {
  const [request] = await shop.database
    .select({ email: contactEmail })
    .from(orderRequests)
    .where(eq(orderRequests.id, requestId));
  return request!.email;
}

/** Whose order a request would become, and how that account was found. */
export type RequestAccount = FoundAccount & { by: 'sender' | 'email' };

/**
 * The account that sent a request; else the one that has verified its e-mail, never one that only typed it. Undefined when
 * there is none. Admins only.
 */
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
