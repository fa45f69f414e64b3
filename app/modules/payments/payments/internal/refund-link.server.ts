import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { href } from 'react-router';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';

const GUESSES = { capacity: 30, refillPerMinute: 3 };

type LinkedOrder = { id: string; userId: string | null; customerEmail: string };

/** Whether the order has an account that can sign in. Then that account alone says where its refund goes. */
export const isForAccount = async (shop: Shop, { userId }: Pick<LinkedOrder, 'userId'>): Promise<boolean> =>
  userId !== null && (await shop.database.$count(authAccounts, eq(authAccounts.userId, userId))) > 0;

/**
 * The link by which the owner of an order's mailbox says where its refund goes. It goes into emails to that address and nowhere else, so
 * only the shop itself gets it. Undefined without an address, and where the order's account can sign in.
 */
export async function refundLinkOf(shop: Shop, order: LinkedOrder): Promise<string | undefined> {
  shopOnly(shop);
  if (order.customerEmail === '' || (await isForAccount(shop, order))) return undefined;
  return `${shop.config.shopUrl}${href('/refund')}?token=${tokenOf(sessionSecrets(shop)[0], order)}`;
}

// Not by owner: the token proves the mailbox of the order's customer.
/** The shop for people who hold a refund link: it opens that one order. Refused for a wrong link, and after too many of them. */
export async function openRefundLink(
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
  if (order && sessionSecrets(shop).some((secret) => isSame(token, tokenOf(secret, order))))
    return done({ shop: { ...shop, actor: { kind: 'order-link', orderId } }, orderId });
  const allowed = await takeToken(shop, `refund-link:${shop.visitorAddress}`, GUESSES);
  return allowed.ok ? refused('unknown-link') : allowed;
}

/** Names the address that it proves, so a link stops working when the order gets another one. */
function tokenOf(secret: string, { id, customerEmail }: LinkedOrder): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'refund-link', 32));
  return `${id}.${createHmac('sha256', key).update(`${id}:${customerEmail.toLowerCase()}`).digest('base64url')}`;
}

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};
