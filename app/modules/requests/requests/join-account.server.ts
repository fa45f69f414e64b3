// Not by owner: of a request that a `RequestAccess` opened.
import { eq } from 'drizzle-orm';
import { findAccountByEmail, insertAccount, verifyEmail } from '#app/modules/identity/accounts/accounts.server.ts';
import { findAccount, findVerifiedAccount } from '#app/modules/identity/accounts/find-account.server.ts';
import type { RequestAccess } from './access.ts';
import { lockRequest, publishRequest } from './internal/state.server.ts';
import { authAccounts } from '#app/modules/identity/sign-in/tables.server.ts';
import { contactEmail, orderRequests } from './tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { endSessions } from '#app/modules/identity/sign-in/sessions.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, asShop, inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';

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

/** Whether an order was made of the request, and has no account. */
async function isWithoutAccount(shop: Shop, { requestId }: RequestAccess): Promise<boolean> {
  const [order] = await shop.database
    .select({ userId: orders.userId })
    .from(orderRequests)
    .innerJoin(orders, eq(orders.id, orderRequests.orderId))
    .where(eq(orderRequests.id, requestId));
  return order?.userId === null;
}

async function readContactEmail(shop: Shop, requestId: string): Promise<string> {
  const [request] = await shop.database
    .select({ email: contactEmail })
    .from(orderRequests)
    .where(eq(orderRequests.id, requestId));
  return request!.email;
}
