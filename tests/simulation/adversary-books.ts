import { sql } from 'drizzle-orm';
import type { TestShop } from '#tests/support/test-shop.ts';

const HOUR = 3_600_000;
const MAX_HOLD_STARTS_AN_HOUR = 3;
const QR_VALID_HOURS = 24;
export const LIMIT = { orders: 2, artworks: 10, artworksPerNetwork: 30 };
const TRUSTED_FACTOR = 3;

type OrderState = {
  id: string;
  number: string;
  userId: string | null;
  status: string;
  total: number;
  coupon: string | null;
  waitsForStock: boolean;
  items: {
    artwork_id: string;
    quantity: number;
    price: number;
    made_to_order?: true;
  }[];
  print: string;
};
type PaymentState = {
  id: string;
  orderId: string;
  amount: number;
  reference: string;
  source: 'reference' | 'gateway' | 'cash';
  verification: string;
  back: number;
  line: string | null;
  lineAmount: number | null;
};
type HoldRow = {
  id: string;
  userId: string;
  artworkId: string;
  quantity: number;
};

export type Snapshot = {
  orders: OrderState[];
  payments: PaymentState[];
  holds: HoldRow[];
  owed: { orderId: string; amount: number }[];
  artworks: { id: string; left: number; price: number | null }[];
  accounts: { id: string; print: string }[];
  destinations: { orderId: string; upiId: string | null }[];
};

export async function readSnapshot({ database }: TestShop): Promise<Snapshot> {
  const { rows } = await database.execute<Snapshot>(sql`select
    (select coalesce(json_agg(json_build_object('id', id, 'number', order_number, 'userId', user_id, 'status', status, 'total', total,
      'coupon', coupon_code, 'waitsForStock', stock_waits_for_payment, 'items', items, 'print', md5(o::text))
      order by created_at, id), '[]') from orders o) as orders,
    (select coalesce(json_agg(json_build_object('id', p.id, 'orderId', p.order_id, 'amount', p.amount, 'reference', p.reference_id,
      'source', p.source, 'verification', p.verification, 'line', l.named_references[1], 'lineAmount', a.amount,
      'back', coalesce((select sum(amount) from refunds r where r.payment_id = p.id and r.status <> 'failed'), 0))), '[]')
      from payments p left join bank_line_allocations a on a.payment_id = p.id
      left join bank_statement_lines l on l.id = a.line_id) as payments,
    (select coalesce(json_agg(json_build_object('id', id, 'userId', user_id, 'artworkId', artwork_id, 'quantity', quantity)), '[]')
      from stock_holds where ended_at is null) as holds,
    (select coalesce(json_agg(json_build_object('orderId', order_id, 'amount', received - due)), '[]')
      from order_balances where overpaid_since is not null) as owed,
    (select coalesce(json_agg(json_build_object('id', id, 'left', stock_count, 'price', price)), '[]') from artworks) as artworks,
    (select coalesce(json_agg(json_build_object('id', u.id, 'print', md5(concat(u::text, p::text,
      (select string_agg(s::text, ',' order by id) from auth_sessions s where s.user_id = u.id),
      (select string_agg(b::text, ',' order by id) from customer_addresses b where b.user_id = u.id))))), '[]')
      from auth_users u left join user_profiles p on p.id = u.id) as accounts,
    (select coalesce(json_agg(json_build_object('orderId', order_id, 'upiId', upi_id)), '[]') from refund_destinations) as destinations`);
  return rows[0]!;
}

export type Actor = {
  userId: string | null;
  phone: string;
  email: string;
  network: string;
  mayTouch?: ReadonlySet<string>;
};
export type Happened = {
  act: string;
  by: Actor | undefined;
  at: number;
  refusal: string | undefined;
};

type Held = { account: string; phone: string; email: string; network: string };

/** Records the truth beside the shop: typed references and received money. */
export function keepAdversaryBooks(stock: ReadonlyMap<string, number>) {
  const violations: string[] = [];
  const holders = new Map<string, Held>();
  const starts: {
    at: number;
    account: string;
    artworkId: string;
    orderId: string | undefined;
  }[] = [];
  const bank = new Map<string, { amount: number; note: string }>();
  const captured = new Set<string>();
  const ownerMatches = new Set<string>();
  const holdsEnd = new Map<string, number>();
  const ownDestinations = new Map<string, string>();
  const violate = (rule: string) => {
    violations.push(rule);
  };

  const isPaid = (now: Snapshot, orderId: string) =>
    now.payments.some((payment) => payment.orderId === orderId && payment.verification === 'matched');
  const takesStock = (order: OrderState) => order.status !== 'cancelled' && !order.waitsForStock;
  const isUnpaid = (now: Snapshot, order: OrderState) =>
    takesStock(order) && ['pending', 'processing'].includes(order.status) && !isPaid(now, order.id);
  const itemsOf = (order: OrderState) => order.items.filter((item) => !item.made_to_order);
  const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);

  function checkStock(now: Snapshot): void {
    for (const [id, whole] of stock) {
      const left = now.artworks.find((artwork) => artwork.id === id)!.left;
      const held = sum(now.holds.filter(({ artworkId }) => artworkId === id).map(({ quantity }) => quantity));
      const sold = sum(
        now.orders
          .filter(takesStock)
          .flatMap(itemsOf)
          .filter((item) => item.artwork_id === id)
          .map(({ quantity }) => quantity),
      );
      if (left < 0 || left + held + sold !== whole)
        violate(`stock: ${left} left, ${held} held and ${sold} sold of ${whole}`);
    }
  }

  function countUnpaid(now: Snapshot, belongs: (held: Held) => boolean): { orders: number; items: number } {
    const placed = now.orders.filter(
      (order) => isUnpaid(now, order) && holders.has(order.id) && belongs(holders.get(order.id)!),
    );
    const held = now.holds.filter((hold) => holders.has(hold.id) && belongs(holders.get(hold.id)!));
    return {
      orders: placed.length + new Set(held.map(({ userId }) => userId)).size,
      items: sum([...placed.flatMap(itemsOf).map(({ quantity }) => quantity), ...held.map(({ quantity }) => quantity)]),
    };
  }

  function checkLimits(before: Snapshot, now: Snapshot, { userId, ...typed }: Actor): void {
    const isTrusted = before.orders.some((order) => order.userId === userId && isPaid(before, order.id));
    const factor = isTrusted ? TRUSTED_FACTOR : 1;
    const keys: {
      name: string;
      belongs: (held: Held) => boolean;
      orders: number;
      items: number;
    }[] = [
      {
        name: 'an account',
        belongs: ({ account }) => account === userId,
        orders: LIMIT.orders * factor,
        items: LIMIT.artworks * factor,
      },
    ];
    if (!isTrusted)
      keys.push(
        {
          name: 'a phone',
          belongs: ({ phone }) => phone === typed.phone,
          orders: LIMIT.orders,
          items: LIMIT.artworks,
        },
        {
          name: 'an email',
          belongs: ({ email }) => email === typed.email,
          orders: LIMIT.orders,
          items: LIMIT.artworks,
        },
        {
          name: 'a network',
          belongs: ({ network }) => network === typed.network,
          orders: Infinity,
          items: LIMIT.artworksPerNetwork,
        },
      );
    for (const { name, belongs, orders, items } of keys) {
      const [earlier, later] = [countUnpaid(before, belongs), countUnpaid(now, belongs)];
      const isMore = later.orders > earlier.orders || later.items > earlier.items;
      if (isMore && (later.orders > orders || later.items > items))
        violate(`limit: ${name} holds ${later.items} pieces in ${later.orders} orders or checkouts without payment`);
    }
  }

  function checkStarts(before: Snapshot, now: Snapshot, { userId: account }: Actor, at: number): void {
    if (account === null) return;
    for (const artworkId of stock.keys()) {
      const taken = (moment: Snapshot) =>
        sum([
          ...moment.orders
            .filter((order) => order.userId === account && isUnpaid(moment, order))
            .flatMap(itemsOf)
            .filter((item) => item.artwork_id === artworkId)
            .map(({ quantity }) => quantity),
          ...moment.holds
            .filter((hold) => hold.userId === account && hold.artworkId === artworkId)
            .map(({ quantity }) => quantity),
        ]);
      if (taken(now) <= taken(before)) continue;
      const known = new Set(before.orders.map(({ id }) => id));
      starts.push({
        at,
        account,
        artworkId,
        orderId: now.orders.find(({ id }) => !known.has(id))?.id,
      });
      const count = starts.filter(
        (start) =>
          start.account === account &&
          start.artworkId === artworkId &&
          start.at > at - HOUR &&
          !(start.orderId && isPaid(now, start.orderId)),
      ).length;
      if (count > MAX_HOLD_STARTS_AN_HOUR) violate(`often: one account held a piece ${count} times within an hour`);
    }
  }

  function checkMoney(now: Snapshot): void {
    const allocated = new Map<string, string>();
    for (const { orderId, reference, source, verification, line, lineAmount } of now.payments) {
      if (verification !== 'matched') continue;
      if (source === 'gateway' && !captured.has(reference))
        violate('money: a payment that no gateway captured is matched');
      if (source === 'reference' && line === null && !ownerMatches.has(`${orderId} ${reference}`))
        violate('money: a reference that nobody found in the bank is matched');
      if (line === null) continue;
      const real = bank.get(line);
      if (!real || real.amount !== lineAmount) violate('money: a line of the bank is matched that never came');
      const other = allocated.get(line);
      if (other !== undefined && other !== orderId) violate('money: one line of the bank pays two orders');
      allocated.set(line, orderId);
    }
    for (const { id, number, status, total } of now.orders) {
      const ofOrder = now.payments.filter(({ orderId, verification }) => orderId === id && verification === 'matched');
      const received = sum(ofOrder.map(({ amount, back }) => Number(amount) - Number(back)));
      const expected = Math.max(0, received - (status === 'cancelled' ? 0 : Number(total)));
      const owed = now.owed.find(({ orderId }) => orderId === id)?.amount ?? 0;
      if (owed !== expected) violate(`owed: ${owed} of ${number}, not ${expected}`);
    }
  }

  /** Without the owner, a line pays only an order that it names, or one whose reference no other order has. */
  function checkMatches(before: Snapshot, now: Snapshot): void {
    const matched = new Set(
      before.payments.filter(({ verification }) => verification === 'matched').map(({ id }) => id),
    );
    for (const { id, orderId, reference, verification, line } of now.payments) {
      if (verification !== 'matched' || matched.has(id) || line === null) continue;
      const { number } = now.orders.find((order) => order.id === orderId)!;
      const { note } = bank.get(line)!;
      if (note === number) continue;
      if (note !== '') violate('match: a line that names another order or checkout pays this one');
      const claims = before.payments.filter(
        (payment) => payment.reference === reference && payment.verification !== 'rejected',
      );
      if (new Set(claims.map((claim) => claim.orderId)).size > 1)
        violate('match: a reference of two orders is matched without the owner’s choice');
    }
  }

  function checkPrices(before: Snapshot, now: Snapshot, at: number, deadCoupons: ReadonlySet<string>): void {
    const known = new Set(before.orders.map(({ id }) => id));
    for (const order of now.orders) {
      if (known.has(order.id) || order.status === 'cancelled') continue;
      const price = (id: string) => now.artworks.find((artwork) => artwork.id === id)?.price;
      const isOld =
        itemsOf(order).some((item) => price(item.artwork_id) !== item.price) ||
        (order.coupon !== null && deadCoupons.has(order.coupon));
      const until = (holdsEnd.get(order.number) ?? -Infinity) + QR_VALID_HOURS * HOUR;
      if (isOld && at > until) violate('price: an order has a price or coupon that is no longer valid');
    }
  }

  function checkOthers(before: Snapshot, now: Snapshot, { userId, mayTouch }: Actor): void {
    const mayChange = (id: string | null) => (id !== null && id === userId) || (id !== null && mayTouch?.has(id));
    const earlier = new Map(before.orders.map((order) => [order.id, order]));
    for (const order of now.orders) {
      const was = earlier.get(order.id);
      if (was && was.print !== order.print && !mayChange(was.userId) && !mayChange(order.id))
        violate('others: an order of somebody else changed');
      if (!was && order.userId !== null && !mayChange(order.userId)) violate('others: an order joined a stranger');
    }
    const accounts = new Map(before.accounts.map(({ id, print }) => [id, print]));
    for (const { id, print } of now.accounts)
      if (!accounts.has(id) && !mayTouch?.has('new account')) violate('others: an account was made');
      else if (accounts.has(id) && accounts.get(id) !== print && !mayChange(id))
        violate('others: an account of somebody else changed or was signed out');
  }

  function checkDestinations(now: Snapshot): void {
    for (const { orderId, upiId } of now.destinations)
      if (ownDestinations.get(orderId) !== upiId) violate('destination: a refund goes where its customer didn’t say');
  }

  return {
    violations,
    bank,
    captured,
    holdsEnd,
    ownDestinations,
    noteOwnerMatch: (orderId: string, reference: string) => ownerMatches.add(`${orderId} ${reference}`),
    check(before: Snapshot, now: Snapshot, { act, by, at, refusal }: Happened, deadCoupons: ReadonlySet<string>): void {
      if (by) {
        const known = new Set([...before.orders, ...before.holds].map(({ id }) => id));
        const { phone, email, network } = by;
        for (const { id } of [...now.orders, ...now.holds])
          if (!known.has(id) && by.userId !== null) holders.set(id, { account: by.userId, phone, email, network });
        checkLimits(before, now, by);
        checkStarts(before, now, by, at);
        checkPrices(before, now, at, deadCoupons);
        checkOthers(before, now, by);
      }
      if (act === 'paste') checkMatches(before, now);
      if (refusal === 'reference-used') violate('refused: a reference because somebody else claims it');
      checkStock(now);
      checkMoney(now);
      checkDestinations(now);
    },
  };
}
