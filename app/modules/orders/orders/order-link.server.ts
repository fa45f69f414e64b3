import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { href } from 'react-router';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { orders } from './tables.server.ts';

type LinkedOrder = { id: string; userId: string | null; customerEmail: string };

/** Returns whether the customer's account can sign in. If so, only that account may open the order. */
export const isForAccount = async (shop: Shop, { userId }: Pick<LinkedOrder, 'userId'>): Promise<boolean> =>
  userId !== null && (await shop.database.$count(authAccounts, eq(authAccounts.userId, userId))) > 0;

export type OrderLinks = { refund: string; invoice: string; pay: string };

/** Returns the links, which only emails may contain. Returns undefined when the account can sign in. */
export async function createOrderLinks(shop: Shop, order: LinkedOrder): Promise<OrderLinks | undefined> {
  shopOnly(shop);
  if (order.customerEmail === '' || (await isForAccount(shop, order))) return undefined;
  const query = `?token=${createToken(sessionSecrets(shop)[0], order)}`;
  const toPage = (path: string) => `${shop.config.shopUrl}${path}${query}`;
  return { refund: toPage(href('/refund')), invoice: toPage(href('/order/invoice')), pay: toPage(href('/order/pay')) };
}

const GUESSES = { capacity: 30, refillPerMinute: 3 };

// Not filtered by owner: the token proves access to the customer's mailbox.
/** Returns the order that a link opens. Wrong links are rate-limited. */
export async function openOrderLink(
  shop: Shop,
  token: string,
): Promise<Result<{ shop: Shop; orderId: string }, TooMany | Refused<'unknown-link', undefined>>> {
  const orderId = token.split('.')[0]!;
  const [order] = isUuid(orderId)
    ? await shop.database
        .select({ id: orders.id, userId: orders.userId, customerEmail: orders.customerEmail })
        .from(orders)
        .where(eq(orders.id, orderId))
    : [];
  if (order && sessionSecrets(shop).some((secret) => isSame(token, createToken(secret, order))))
    return done({ shop: { ...shop, actor: { kind: 'order-link', orderId } }, orderId });
  const allowed = await takeToken(shop, `order-link:${shop.visitorAddress}`, GUESSES);
  return allowed.ok ? refused('unknown-link') : allowed;
}

/**
 * A new email address of the customer makes the token invalid. The name of the key must not change, so that links in
 * sent emails stay valid.
 */
function createToken(secret: string, { id, customerEmail }: LinkedOrder): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'refund-link', 32));
  return `${id}.${createHmac('sha256', key).update(`${id}:${customerEmail.toLowerCase()}`).digest('base64url')}`;
}

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};
