import { and, eq, sql } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { isGateway } from '#app/basics/payment-methods.ts';
import { type Result, refused } from '#app/basics/result.ts';
import { normaliseCode } from '#app/modules/orders/coupons/coupon.ts';
import { checkCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import {
  type BeingBought,
  type DrawnQuote,
  type HoldState,
  runningHold,
  type TypedAddress,
} from '#app/modules/payments/checkout/checkout-hold.ts';
import type { HoldCheckoutRefusal } from '#app/modules/payments/checkout/messages.ts';
import { checkoutAttempts } from '#app/modules/payments/checkout/tables.server.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { isHeldTooOften } from '#app/modules/orders/holds/hold.ts';
import { toHolder } from '#app/modules/orders/holds/holder.server.ts';
import { findHeldArtworks, holdStock, isSame, openHolds } from '#app/modules/orders/holds/holds.server.ts';
import { findClosingFor } from '#app/modules/store/closing/closing.server.ts';
import { itemOf } from '#app/modules/orders/orders/order.ts';
import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import { orders, wherePaidAt } from '#app/modules/orders/orders/tables.server.ts';
import { payeeOf, type UpiPayee } from '#app/modules/store/settings/payee.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { actorId, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { digestAnswers, toOrderItems, lockCartLines } from './cart-lines.server.ts';
import { type OpenCheckout, openCheckout } from './open-checkout.server.ts';
import { heldOrders, isHolding, MAX_HELD } from './place-order.server.ts';
import { offeredMethods } from '#app/modules/payments/payments/payments.server.ts';
import { countHoldStarts, lockHolder, mayHoldUnpaid } from '#app/modules/orders/unpaid-limits/unpaid-limits.server.ts';
import { checkDestination, quoteCart } from './quote-cart.server.ts';

type CheckoutHold = { until: Date; total: Paise; orderNumber: string; payee: UpiPayee };
type HoldRequest = { key: string; couponCode?: string; zipCode?: string; address: TypedAddress };

export async function holdCheckout(shop: Shop, input: HoldRequest): Promise<Result<CheckoutHold, HoldCheckoutRefusal>> {
  const { userId } = signedIn(shop);
  const settings = await getSettings(shop);
  const closing = await findClosingFor(shop);
  if (closing && !(await isHolding(shop, userId))) return refused('closed', closing);
  const payee = payeeOf(settings.upi);
  if (!payee) return refused('upi-off');
  // Checked outside the transaction, so that a wrong guess counts even if the hold is refused.
  const coupon = input.couponCode === undefined ? undefined : await checkCoupon(shop, normaliseCode(input.couponCode));
  const answer = await allOrNothing<CheckoutHold, HoldCheckoutRefusal>(shop, async (shop, refuse) => {
    const [attempt] = await shop.database
      .select()
      .from(checkoutAttempts)
      .where(and(eq(checkoutAttempts.key, input.key), eq(checkoutAttempts.userId, userId)))
      .for('update');
    if (!attempt || attempt.orderId) return refuse(refused('unknown-checkout'));
    const { phone, email } = input.address;
    const holder = toHolder(shop, { userId, phone, email });
    await lockHolder(shop, holder, userId);
    const { held, lines, unpriced, unanswered } = await lockCartLines(shop, userId);
    if (unpriced) return refuse(refused('out-of-stock', unpriced));
    if (lines.length === 0) return refuse(refused('cart-empty'));
    if (unanswered) return refuse(refused('unanswered', unanswered));
    const items = toOrderItems(lines, settings);
    const notServed = checkDestination(settings, { zipCode: input.zipCode, state: input.address.state }, items);
    if (notServed) return refuse(notServed);
    if ((await heldOrders(shop, userId)) >= MAX_HELD) return refuse(refused('too-many-held'));
    const twice = await heldByOrder(shop, userId, lines);
    const line = lines.find((each) => itemKey(each) === twice?.item);
    if (twice && line) return refuse(refused('held-by-order', { title: line.title, orderNumber: twice.orderNumber }));
    // `holdStock` also limits how often a piece is held. Its refusal names the piece.
    if (!(await mayHoldUnpaid(shop, holder, lines, { userId, limit: settings.unmatchedOrders, held: lines })))
      return refuse(refused('too-many-unmatched', { hasGateway: offeredMethods(shop, settings).some(isGateway) }));
    const { totals } = await quoteCart(shop, { lines, settings, coupon, zipCode: input.zipCode });
    const starts = await countHoldStarts(shop, userId, lines);
    const until = await holdStock(shop, { userId, holder, held, lines, starts });
    if (!until.ok && until.reason === 'held-too-often') {
      const often = lines.find((each) => itemKey(each) === until.data.item);
      return refuse(refused('held-too-often', { title: often?.title ?? 'This piece' }));
    }
    if (!until.ok) return refuse(until);
    const drawnQuote: DrawnQuote = {
      items,
      totals,
      couponCode: coupon?.ok ? coupon.value.code : null,
    };
    await shop.database
      .update(checkoutAttempts)
      .set({
        drawnQuote,
        drawnUntil: until.value,
        typedAddress: input.address,
        drawnAmounts: sql`case when ${totals.total}::bigint = any(${checkoutAttempts.drawnAmounts}) then ${checkoutAttempts.drawnAmounts}
          else array_append(${checkoutAttempts.drawnAmounts}, ${totals.total}::bigint) end`,
      })
      .where(and(eq(checkoutAttempts.key, attempt.key), eq(checkoutAttempts.userId, userId)));
    return { until: until.value, total: totals.total, orderNumber: attempt.orderNumber, payee };
  });
  if (answer.ok || answer.reason !== 'out-of-stock') return answer;
  const { artworkId, title, available } = answer.data;
  const isHeld = available === 0 && (await findBeingBought(shop, [artworkId])).others.length > 0;
  return isHeld ? refused('being-bought', { artworkId, title }) : answer;
}

async function heldByOrder(shop: Shop, userId: string, lines: readonly Item[]) {
  const wantedItems = new Set(lines.map(itemKey));
  const waiting = await shop.database
    .select({ orderNumber: orders.orderNumber, items: orders.items })
    .from(orders)
    .where(and(eq(orders.userId, userId), wherePaidAt('checkout')));
  for (const { orderNumber, items } of waiting) {
    const item = items.map((each) => itemKey(itemOf(each))).find((key) => wantedItems.has(key));
    if (item !== undefined) return { orderNumber, item };
  }
  return undefined;
}

const answersText = (lines: readonly (Item & { personalization?: PersonalizationAnswer[] })[]): string =>
  lines
    .map((line) => `${itemKey(line)}:${digestAnswers(line.personalization)}`)
    .toSorted()
    .join();

export async function openCheckoutWithHold(
  shop: Shop,
  {
    lines,
    totals,
  }: {
    lines: readonly (Item & { quantity: number; personalization?: PersonalizationAnswer[] })[];
    totals: Totals;
  },
): Promise<{ attempt: OpenCheckout; hold: HoldState }> {
  const { userId } = signedIn(shop);
  const [attempt, open, starts] = await Promise.all([
    openCheckout(shop),
    openHolds(shop, userId),
    countHoldStarts(shop, userId, lines),
  ]);
  const { drawnTotal: drawn, drawnItems } = attempt;
  const running = open.filter((hold) => hold.heldUntil > shop.now);
  const until = running[0]?.heldUntil;
  if (until) {
    const drawnAnswers = answersText(drawnItems.map((item) => ({ ...item, ...itemOf(item) })));
    const isDrawn = isSame(running, lines) && drawn === totals.total && drawnAnswers === answersText(lines);
    return { attempt, hold: { ...runningHold(until, shop.now), stage: isDrawn ? 'held' : 'changed', drawn } };
  }
  const stage = drawn !== null && starts.hour.size > 0 ? 'ended' : 'none';
  const mayHoldAgain = !lines.some((line) => isHeldTooOften(starts, line));
  return { attempt, hold: { stage, heldUntil: null, secondsLeft: 0, mayHoldAgain, drawn } };
}

// Not filtered by owner: returns piece ids, and whether the visitor holds them.
export async function findBeingBought(shop: Shop, artworkIds: readonly string[]): Promise<BeingBought> {
  if (artworkIds.length === 0) return { others: [], held: [], ordered: [] };
  const ids = sql.param([...artworkIds]);
  const [held, waiting] = await Promise.all([
    findHeldArtworks(shop, artworkIds),
    shop.database.execute<{ id: string; isOwn: boolean; endsAt: number }>(sql`
      select a.id, coalesce(bool_or(orders.user_id = ${actorId(shop)}::uuid), false) as "isOwn",
        extract(epoch from min(orders.held_until))::float8 as "endsAt" from artworks a
      join orders on ${wherePaidAt('checkout')} and orders.held_until is not null
      where a.id = any(${ids}::uuid[]) and a.stock_count = 0
        and orders.items @> jsonb_build_array(jsonb_build_object('artwork_id', a.id::text))
      group by a.id`),
  ]);
  const ownOf = (rows: readonly { id: string; isOwn: boolean }[]) =>
    rows.filter(({ isOwn }) => isOwn).map(({ id }) => id);
  const ownArtworkIds = { held: ownOf(held), ordered: ownOf(waiting.rows) };
  const isOwn = new Set([...ownArtworkIds.held, ...ownArtworkIds.ordered]);
  const all = new Set([...held, ...waiting.rows].map(({ id }) => id));
  const endsAt = [...held.map(({ heldUntil }) => heldUntil.getTime()), ...waiting.rows.map((row) => row.endsAt * 1000)];
  return {
    ...ownArtworkIds,
    others: [...all].filter((id) => !isOwn.has(id)),
    ...(endsAt.length > 0 && { endsInSeconds: Math.ceil((Math.min(...endsAt) - shop.now.getTime()) / 1000) }),
  };
}
