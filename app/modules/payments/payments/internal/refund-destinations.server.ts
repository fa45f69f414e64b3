import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import { maskDestination, type RefundDestination } from '#app/modules/payments/payments/refund-destination.ts';
import { refundDestinations } from '#app/modules/payments/payments/tables.server.ts';
import { adminOnly, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { href } from 'react-router';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { sessionSecrets } from '#app/platform/session-secrets.server.ts';

const MAX_AGE_DAYS = 90;

type GivenDestination = RefundDestination & { givenAt: Date; changedAt: Date | null; previous: string | null };

/** Both destinations are masked. `isNew` says that the given one differs from the stored one. */
type Stored = { isNew: boolean; destination: string; previous: string | null };

/** Stores a destination and keeps the previous one, masked. */
export async function storeDestination(shop: Shop, orderId: string, destination: RefundDestination): Promise<Stored> {
  const earlier = (await findDestinations(shop, [orderId])).get(orderId);
  const previous = earlier ? maskDestination(earlier) : null;
  const masked = maskDestination(destination);
  if (earlier && isSameDestination(earlier, destination)) return { isNew: false, destination: masked, previous };
  const row = {
    upiId: null,
    accountHolder: null,
    accountNumber: null,
    ifsc: null,
    ...destination,
    givenAt: shop.now,
    changedAt: earlier ? shop.now : null,
    previous,
  };
  await shop.database
    .insert(refundDestinations)
    .values({ orderId, ...row })
    .onConflictDoUpdate({ target: refundDestinations.orderId, set: row });
  return { isNew: true, destination: masked, previous };
}

const isSameDestination = (a: RefundDestination, b: RefundDestination): boolean =>
  'upiId' in a
    ? 'upiId' in b && a.upiId === b.upiId
    : !('upiId' in b) &&
      a.accountNumber === b.accountNumber &&
      a.ifsc === b.ifsc &&
      a.accountHolder === b.accountHolder;

/** Returns unmasked destinations by order id. The caller checks access. */
export async function findDestinations(
  shop: Shop,
  orderIds: readonly string[],
): Promise<Map<string, GivenDestination>> {
  if (orderIds.length === 0) return new Map();
  const rows = await shop.database
    .select()
    .from(refundDestinations)
    .where(inArray(refundDestinations.orderId, [...orderIds]));
  return new Map(
    rows.map(({ orderId, upiId, accountHolder, accountNumber, ifsc, ...given }) => [
      orderId,
      upiId === null
        ? { accountHolder: accountHolder!, accountNumber: accountNumber!, ifsc: ifsc!, ...given }
        : { upiId, ...given },
    ]),
  );
}

/** Deletes a destination unless it was changed since `moment`. */
export async function deleteDestinationGivenBy(shop: Shop, orderId: string, moment: Date): Promise<void> {
  await shop.database
    .delete(refundDestinations)
    .where(and(eq(refundDestinations.orderId, orderId), lte(refundDestinations.givenAt, moment)));
}

/** Deletes destinations 90 days after the last refund of an order that owes nothing. Returns how many. */
export async function deleteOldDestinations(shop: Shop): Promise<number> {
  adminOnly(shop);
  const dropped = await shop.database
    .delete(refundDestinations)
    .where(
      inArray(
        refundDestinations.orderId,
        shop.database
          .select({ orderId: orderBalances.orderId })
          .from(orderBalances)
          .where(
            sql`${orderBalances.overpaidSince} is null and not exists (
              select from refunds join payments on payments.id = refunds.payment_id
              where payments.order_id = ${orderBalances.orderId}
                and (refunds.settled_at is null
                  or refunds.settled_at > ${shop.now.toISOString()}::timestamptz - make_interval(days => ${MAX_AGE_DAYS}::int)))
              and exists (select from refund_destinations given where given.order_id = ${orderBalances.orderId}
                and given.given_at <= ${shop.now.toISOString()}::timestamptz - make_interval(days => ${MAX_AGE_DAYS}::int))`,
          ),
      ),
    )
    .returning({ orderId: refundDestinations.orderId });
  return dropped.length;
}

const GUESSES = { capacity: 30, refillPerMinute: 3 };

type LinkedOrder = { id: string; userId: string | null; customerEmail: string };

/** Returns whether only an account that can sign in may set the destination. */
export const isForAccount = async (shop: Shop, { userId }: Pick<LinkedOrder, 'userId'>): Promise<boolean> =>
  userId !== null && (await shop.database.$count(authAccounts, eq(authAccounts.userId, userId))) > 0;

/** Returns the link, for emails only. Returns undefined when the account can sign in. */
export async function createRefundLink(shop: Shop, order: LinkedOrder): Promise<string | undefined> {
  shopOnly(shop);
  if (order.customerEmail === '' || (await isForAccount(shop, order))) return undefined;
  return `${shop.config.shopUrl}${href('/refund')}?token=${createToken(sessionSecrets(shop)[0], order)}`;
}

// Not filtered by owner: the token proves access to the customer's mailbox.
/** Opens a link for one order. Wrong links are rate-limited. */
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
  if (order && sessionSecrets(shop).some((secret) => isSame(token, createToken(secret, order))))
    return done({ shop: { ...shop, actor: { kind: 'order-link', orderId } }, orderId });
  const allowed = await takeToken(shop, `refund-link:${shop.visitorAddress}`, GUESSES);
  return allowed.ok ? refused('unknown-link') : allowed;
}

/** The token becomes invalid when the customer's email address changes. */
function createToken(secret: string, { id, customerEmail }: LinkedOrder): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'refund-link', 32));
  return `${id}.${createHmac('sha256', key).update(`${id}:${customerEmail.toLowerCase()}`).digest('base64url')}`;
}

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};
