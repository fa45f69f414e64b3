import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { and, eq, type SQL } from 'drizzle-orm';
import { href } from 'react-router';
import { isUuid } from '#app/basics/uuid.ts';
import { authUsers, userProfiles } from '#app/modules/accounts/tables.server.ts';
import { PROVEN, type RequestAccess } from '#app/modules/conversations/access.ts';
import { requestLinks } from '#app/modules/conversations/tables.server.ts';
import { isMyRequest, lockRequest } from '#app/modules/order-requests/order-requests.server.ts';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { hasToken, takeToken } from '#app/platform/limits.server.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';

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

/** Wrong links from one address; then for a while none opens from there. */
const GUESSES = { capacity: 30, refillPerMinute: 3 };

/** What a mailed link opens; a revoked, an older or a made-up one is not found, all alike. */
export async function openByLink(shop: Shop, token: string): Promise<RequestAccess> {
  const guesser = `request-link:${shop.visitorAddress}`;
  if (!(await hasToken(shop, guesser, GUESSES))) throw notFound();
  const [id = '', proof = ''] = token.split('.');
  const requestId = idOf(id);
  const link = await findLink(shop, requestId ?? NOBODYS);
  const given = Buffer.from(proof, 'base64url');
  const isRight = sessionSecrets(shop).some((secret) => {
    const expected = proofOf(secret, requestId ?? NOBODYS, link?.serial ?? 1);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (isRight && requestId && link && !link.revokedAt)
    return { requestId, side: 'customer', by: 'link', proven: PROVEN };
  await takeToken(shop, guesser, GUESSES);
  throw notFound();
}

/** The address of the link, for mails and the studio; undefined while it is revoked. Admins and the shop itself. */
export async function linkOf(shop: Shop, requestId: string): Promise<string | undefined> {
  adminOnly(shop);
  const link = await findLink(shop, requestId);
  if (!link || link.revokedAt) return undefined;
  return `${shop.config.shopUrl}${href('/commission/:token', { token: tokenOf(shop, requestId, link.serial) })}`;
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
/** The shop as the request's customer has it, to pay its order with; its customer alone, and not before there is an order. */
export async function shopOfCustomer(shop: Shop, access: RequestAccess): Promise<Shop> {
  if (access.side !== 'customer') throw notFound();
  const [customer] = await shop.database
    .select({ userId: userProfiles.id, name: userProfiles.name, email: authUsers.email })
    .from(orderRequests)
    .innerJoin(orders, eq(orders.id, orderRequests.orderId))
    .innerJoin(authUsers, eq(authUsers.id, orders.userId))
    .innerJoin(userProfiles, eq(userProfiles.id, orders.userId))
    .where(eq(orderRequests.id, access.requestId));
  if (!customer) throw notFound();
  return { ...shop, actor: { kind: 'customer', sessionId: '', emailVerified: true, ...customer } };
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
    .select({ id: orderRequests.id, serial: requestLinks.serial, revokedAt: requestLinks.revokedAt })
    .from(orderRequests)
    .leftJoin(requestLinks, eq(requestLinks.requestId, orderRequests.id))
    .where(eq(orderRequests.id, requestId));
  return found && { serial: found.serial ?? 1, revokedAt: found.revokedAt };
}

/** Asked for in place of what is no request, so that every wrong link takes the same way. */
const NOBODYS = '00000000-0000-0000-0000-000000000000';

const tokenOf = (shop: Shop, requestId: string, serial: number): string =>
  `${Buffer.from(requestId.replaceAll('-', ''), 'hex').toString('base64url')}.${proofOf(sessionSecrets(shop)[0], requestId, serial).toString('base64url')}`;

/** The request that a token's first half names, if it has the form of one. */
function idOf(text: string): string | undefined {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(id) ? id : undefined;
}

/** A key of its own from the session's secret, so that a link proves nothing else. */
function proofOf(secret: string, requestId: string, serial: number): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'request-link', 32));
  return createHmac('sha256', key).update(`${requestId}:${serial}`).digest();
}
