import { sql } from 'drizzle-orm';
import { UNCONFIRMED_MAILS_A_DAY } from '#app/modules/messaging/messages/message.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import type { OrderItem, OrderStatus } from '#app/modules/orders/orders/order.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { ARTWORKS, COUPONS, customer, type Customer, CUSTOMERS } from './stock.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const OWNERS_ADDRESS = 'hello@bisvar.example';
const guests = new Set(
  Array.from({ length: CUSTOMERS }, (_, at) => customer(at + 1)).flatMap(({ isGuest, email }) =>
    isGuest ? email : [],
  ),
);
const CERTAIN: readonly OrderStatus[] = ['processing', 'shipped', 'delivered'];

type Placed = { orderId: string; orderNumber: string; total: number; userId: string };
type OrderRow = {
  id: string;
  number: string;
  email: string;
  status: OrderStatus;
  verification: string;
  method: string;
  items: OrderItem[];
  restocked: Record<string, number>;
  subtotal: number;
  discount: number;
  shipping: number;
  cod: number;
  gst: number;
  total: number;
  coupon: string | null;
  fee: number;
  hasAdvance: boolean;
  confirmed: boolean;
  heldUntil: string | null;
  reference: string | null;
  paymentStatus: string;
  due: number | null;
  received: number | null;
  history: { from: OrderStatus | null; to: OrderStatus }[];
  payments: { reference: string; source: string; verification: string; amount: number }[];
  refunds: { id: string; key: string; provider: string | null; status: string; amount: number }[];
  atGateways: { provider: string; id: string; status: string }[];
  stock: { artworkId: string; change: number }[];
  invoices: number;
  cancelledInvoices: number;
  invoiced: number;
  hasReturns: boolean;
  messages: { key: string; template: string }[];
};

export type Books = ReturnType<typeof keepBooks>;

/** Records the expected state beside the shop: answers, bank, gateways, emails and stock. `check` compares both. */
export function keepBooks(world: World) {
  const placed = new Map<string, Placed>();
  const bank = new Map<string, number>();
  const manualRefunds = new Map<string, { orderId: string; amount: number }>();
  const settled = new Set<string>();
  /** In two visits, a customer may agree to different totals of one order. */
  const agreedTotals = new Map<string, Set<number>>();
  const changed = new Set<string>();
  const { database, violate, gateway } = world;

  async function readOrders(): Promise<OrderRow[]> {
    const { rows } = await database.execute<OrderRow>(sql`
      select o.id, order_number as number, customer_email as email, status, verification, payment_method as method, items, restocked,
        subtotal::float8, discount_amount::float8 as discount, shipping_cost::float8 as shipping, cod_charge::float8 as cod,
        gst_amount::float8 as gst, total::float8, coupon_code as coupon, cancellation_fee::float8 as fee,
        advance is not null as "hasAdvance", confirmed_at is not null as confirmed, held_until as "heldUntil",
        payment_reference_id as reference, payment_status as "paymentStatus", b.due::float8, b.received::float8,
        (select coalesce(json_agg(json_build_object('from', from_status, 'to', to_status) order by sequence), '[]')
          from order_history where order_id = o.id) as history,
        (select coalesce(json_agg(json_build_object('reference', reference_id, 'source', source, 'verification', verification, 'amount', amount)), '[]')
          from payments where order_id = o.id) as payments,
        (select coalesce(json_agg(json_build_object('id', r.id, 'key', r.key, 'provider', r.provider, 'status', r.status, 'amount', r.amount)), '[]')
          from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id) as refunds,
        (select coalesce(json_agg(json_build_object('provider', provider, 'id', provider_order_id, 'status', status)), '[]')
          from payment_orders where order_id = o.id) as "atGateways",
        (select coalesce(json_agg(json_build_object('artworkId', artwork_id, 'change', change)), '[]')
          from (select artwork_id, sum(change) as change from stock_changes where order_id = o.id group by artwork_id) s) as stock,
        (select count(*)::int from papers where order_id = o.id and kind in ('invoice', 'tax-invoice', 'bill-of-supply')) as invoices,
        (select count(*)::int from papers where order_id = o.id and is_cancellation) as "cancelledInvoices",
        (select coalesce(sum(case when kind = 'credit-note' then -total when kind in ('invoice', 'tax-invoice', 'bill-of-supply') then total else 0 end), 0)::float8
          from papers where order_id = o.id) as invoiced,
        exists (select from return_requests where order_id = o.id and received_at is not null) as "hasReturns",
        (select coalesce(json_agg(json_build_object('key', key, 'template', template)), '[]') from messages where order_id = o.id) as messages
      from orders o left join order_balances b on b.order_id = o.id
      order by o.created_at, o.id`);
    return rows;
  }

  function checkStock(
    orders: readonly OrderRow[],
    counted: readonly { id: string; left: number; held: number; corrected: number }[],
  ) {
    for (const { id, stock } of ARTWORKS) {
      const artwork = counted.find((each) => each.id === id);
      if (!artwork) violate(`stock: ${id} is gone`);
      else {
        let sold = 0;
        for (const order of orders) {
          if (order.status === 'cancelled') continue;
          for (const item of order.items)
            if (item.artwork_id === id && !item.made_to_order) sold += item.quantity - (order.restocked[id] ?? 0);
        }
        if (artwork.left < 0) violate(`stock: ${artwork.left} of ${id}`);
        const expected = stock + artwork.corrected - sold - artwork.held;
        if (artwork.left !== expected)
          violate(
            `stock: ${id} has ${artwork.left}, but ${stock} + ${artwork.corrected} - ${sold} sold - ${artwork.held} held are ${expected}`,
          );
      }
    }
    for (const order of orders)
      for (const item of order.items) {
        if (item.made_to_order) continue;
        const back = order.restocked[item.artwork_id] ?? 0;
        const takes = order.status === 'cancelled' ? 0 : item.quantity - back;
        const change = order.stock.find(({ artworkId }) => artworkId === item.artwork_id)?.change ?? 0;
        if (-change !== takes)
          violate(`stock: the history says ${change} of ${item.artwork_id} in ${order.number}, which takes ${takes}`);
      }
  }

  function checkPrices({ number, items, coupon, ...order }: OrderRow): void {
    const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    const percentage = COUPONS.find(({ code }) => code === coupon)?.percentage ?? 0;
    const discount = Math.round((subtotal * percentage) / 100);
    const expected = { subtotal, discount, total: subtotal - discount + order.shipping + order.cod + order.gst };
    for (const name of ['subtotal', 'discount', 'total'] as const)
      if (order[name] !== expected[name])
        violate(`price: the ${name} of ${number} is ${order[name]}, not ${expected[name]}`);
    if (!order.hasAdvance)
      for (const { artwork_id: id, price } of items)
        if (ARTWORKS.find((artwork) => artwork.id === id)?.price !== price)
          violate(`price: ${id} costs ${price} in ${number}`);
  }

  function checkMoney(order: OrderRow): void {
    const { number, payments, refunds, due, received, atGateways } = order;
    if (due === null || received === null) {
      if (order.total > 0 && payments.some(({ verification }) => verification === 'matched'))
        violate(`money: ${number} has no balance`);
      return;
    }
    const captured = atGateways.map(({ id }) =>
      (gateway.booksOf(id)?.payments ?? [])
        .filter(({ status }) => status === 'captured')
        .reduce((sum, { amount }) => sum + amount, 0),
    );
    const claims = payments.filter(({ source }) => source === 'reference');
    const inBank = claims.reduce((sum, { reference }) => sum + (bank.get(reference) ?? 0), 0);
    const cash = order.method === 'cod' ? order.total * timesDelivered(order) : 0;
    const back = refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
    const came = captured.reduce((sum, each) => sum + each, 0) + inBank + cash;
    if (received < 0 || due < 0) violate(`money: ${number} has ${received} received of ${due}`);
    if (received + back > came)
      violate(`money: ${number} has received ${received} and given back ${back}, but only ${came} ever came`);
    const known = payments
      .filter(({ verification }) => verification === 'matched')
      .reduce((sum, { amount }) => sum + amount, 0);
    if (received !== known - back)
      violate(`money: ${number} has received ${received}, but ${known} were found and ${back} given back`);
    for (const { reference, verification } of claims)
      if (verification === 'matched' && !bank.has(reference))
        violate(`money: ${reference} of ${number} is matched and not in the bank`);
    for (const { key, provider, amount } of refunds) {
      if (provider === null && manualRefunds.get(key)?.amount !== amount)
        violate(`money: a refund of ${number} that nobody made`);
    }
    const isRestored = order.history.some(({ from, to }) => from === 'cancelled' && to !== 'cancelled');
    if (isRestored || order.hasReturns) return;
    const isTooLate = order.history[0]?.to === 'cancelled';
    const expected = isTooLate ? 0 : order.status === 'cancelled' ? order.fee : order.total;
    if (due !== expected) violate(`money: ${due} is due of ${number}, not ${expected}`);
  }

  function timesDelivered({ history }: OrderRow): number {
    let times = 0;
    let isOut = false;
    for (const { from, to } of history) {
      if (from === 'cancelled') isOut = false;
      if (to === 'delivered' && !isOut) {
        times += 1;
        isOut = true;
      }
    }
    return times;
  }

  function checkInvoices(order: OrderRow): void {
    let standing = 0;
    for (const { from, to } of order.history) {
      if (from === to) continue;
      if (CERTAIN.includes(to)) standing = 1;
      if (to === 'cancelled') standing = 0;
    }
    const has = order.invoices - order.cancelledInvoices;
    if (standing === 0 && order.invoiced === 0) return;
    if (order.hasAdvance ? has > 1 || has < 0 : has !== standing)
      violate(`invoices: ${order.number}, ${order.status}, has ${has} that stand, not ${standing}`);
  }

  function checkTimes(order: OrderRow, upSince: number | undefined): void {
    if (order.heldUntil === null || order.status !== 'pending' || upSince === undefined) return;
    // The sweep runs every minute, and may wait for silent gateways.
    const last = Math.max(Date.parse(order.heldUntil), upSince) + 8 * MINUTE;
    if (world.machine.now() > last) violate(`holds: ${order.number} is held until ${order.heldUntil} and waits still`);
  }

  const shop = () => ({ database, actor: { kind: 'shop' }, now: new Date() }) as unknown as Shop;

  function settleRefunds(order: OrderRow): void {
    for (const { id } of order.atGateways)
      for (const refund of gateway.booksOf(id)?.refunds ?? []) {
        if (settled.has(refund.key)) continue;
        settled.add(refund.key);
        const status = world.happens(0.15) ? 'failed' : 'succeeded';
        const delay = world.draws.between(1, 20 * 60) * 1000;
        world.background(
          world.machine.wait(delay).then(() => {
            gateway.settleRefund(refund.key, status);
            world.note(`a refund has ${status}`);
            world.announceWebhook(gateway.refundWebhookOf(refund.key));
          }),
        );
      }
  }

  return {
    placed,
    isInBank: (reference: string, amount: number) => bank.get(reference) === amount,
    payByUpi: (reference: string, amount: number) => {
      world.note(`${amount} paid by UPI as ${reference}`);
      bank.set(reference, amount);
    },
    refundManually: ({ key, orderId, amount }: { key: string; orderId: string; amount: number }) =>
      void manualRefunds.set(key, { orderId, amount }),
    agree: (orderNumber: string, total: number) =>
      void agreedTotals.set(orderNumber, (agreedTotals.get(orderNumber) ?? new Set()).add(total)),
    agreeToChange: (orderNumber: string, total: number) => {
      changed.add(orderNumber);
      agreedTotals.set(orderNumber, (agreedTotals.get(orderNumber) ?? new Set()).add(total));
    },
    acknowledge: (order: { orderId: string; orderNumber: string; total: number; actor: Customer }) => {
      const { orderId, orderNumber, total, actor } = order;
      const before = placed.get(orderId);
      if (before && before.total !== total && !changed.has(orderNumber))
        violate(`orders: ${orderNumber} was ${before.total} and is ${total}`);
      const agreed = agreedTotals.get(orderNumber) ?? new Set();
      if (!agreed.has(total))
        violate(`orders: ${orderNumber} costs ${total}, and its customer saw ${[...agreed].join()}`);
      placed.set(orderId, { orderId, orderNumber, total, userId: actor.userId });
    },

    async check(): Promise<void> {
      const orders = await readOrders();
      const { rows: counted } = await database.execute<{
        id: string;
        left: number;
        held: number;
        corrected: number;
      }>(sql`
        select a.id, a.stock_count as left,
          (select coalesce(sum(quantity), 0)::int from stock_holds where artwork_id = a.id and ended_at is null) as held,
          (select coalesce(sum(change), 0)::int from stock_changes where artwork_id = a.id and kind = 'correction') as corrected
        from artworks a`);
      checkStock(orders, counted);
      const { rows: others } = await database.execute<{
        coupons: { code: string; used: number }[];
        series: { kind: string; count: number; distinct: number; last: number }[];
        holds: { id: string; until: string }[];
        overLimit: string[];
      }>(sql`
        select (select json_agg(json_build_object('code', code, 'used', used_count)) from coupons) as coupons,
          (select coalesce(json_agg(s), '[]') from (select kind, count(*)::int, count(distinct number)::int as "distinct", max(number) as last
            from papers group by kind, financial_year) s) as series,
          (select coalesce(json_agg(json_build_object('id', id, 'until', held_until)), '[]') from stock_holds where ended_at is null) as holds,
          (select coalesce(json_agg(payload ->> 'orderId'), '[]') from outbox
            where name = 'orders.needs-attention' and payload ->> 'why' = 'coupon-over-limit') as "overLimit"`);
      const { coupons, series, holds, overLimit } = others[0]!;
      for (const { code, used } of coupons) {
        const standing = orders.filter((order) => order.coupon === code && order.status !== 'cancelled');
        if (used !== standing.length)
          violate(`coupons: ${code} is used ${used} times, by ${standing.length} orders that stand`);
        const limit = COUPONS.find((coupon) => coupon.code === code)!.limit;
        const overLimitCount = standing.filter(({ id }) => overLimit.includes(id)).length;
        if (limit !== null && used > limit + overLimitCount)
          violate(`coupons: ${code} is used ${used} times of ${limit}`);
      }
      for (const { kind, count, distinct, last } of series)
        if (count !== last || distinct !== last)
          violate(`invoices: ${count} of ${kind} with ${distinct} numbers up to ${last}`);
      const upSince = world.openSince();
      for (const { id, until } of holds)
        if (upSince !== undefined && world.machine.now() > Math.max(Date.parse(until), upSince) + 5 * MINUTE)
          violate(`holds: ${id} ended at ${until} and goes on`);
      const known = new Map(orders.map((order) => [order.id, order]));
      for (const { orderId, orderNumber, total } of placed.values()) {
        const order = known.get(orderId);
        const isAgreed =
          order?.total === total || (changed.has(orderNumber) && agreedTotals.get(orderNumber)!.has(order!.total));
        if (order?.number !== orderNumber || !isAgreed)
          violate(
            `orders: ${orderNumber} of ${total} was acknowledged and is ${order ? `${order.number} of ${order.total}` : 'not there'}`,
          );
      }
      for (const order of orders) {
        checkPrices(order);
        checkMoney(order);
        checkInvoices(order);
        checkTimes(order, upSince);
        settleRefunds(order);
      }
      for (const difference of await checkLedger(shop())) violate(`ledger: ${JSON.stringify(difference)}`);
      checkMails(orders);
    },

    async findUnsettled(): Promise<string[]> {
      const unsettled: string[] = [];
      const { rows: undelivered } = await database.execute<{ name: string; state: string; error: string }>(sql`
        select name, state, last_error as error from outbox where state <> 'done' order by created_at`);
      for (const { name, state, error } of undelivered) unsettled.push(`events: ${name} is ${state}: ${error}`);
      const { rows: mails } = await database.execute<{
        id: string;
        template: string;
        state: string;
        recipient: string;
      }>(sql`
        select id, template, state, recipient from messages where channel = 'email' order by created_at, id`);
      for (const { id, template, state, recipient } of mails) {
        if (state === 'unsent') {
          if (!guests.has(recipient)) unsettled.push(`mails: ${template} to ${recipient} is held back`);
        } else if (state === 'failed' ? !world.refusedMails.has(id) : state !== 'sent' || !world.accepted.has(id))
          unsettled.push(`mails: ${template} to ${recipient} is ${state}`);
      }
      for (const order of await readOrders()) unsettled.push(...whatOrderLacks(order));
      return unsettled;
    },
  };

  function checkMails(orders: readonly OrderRow[]): void {
    const emailOf = new Map(orders.map(({ number, email }) => [number, email]));
    const toGuests = new Map<string, number>();
    for (const { id, to, subject, text, times } of world.accepted.values()) {
      const allowed = 1 + world.mayComeAgain(id);
      if (times > allowed) violate(`mails: ${subject} came ${times} times to ${to}, ${allowed} at most`);
      if (to === OWNERS_ADDRESS) continue;
      if (guests.has(to)) toGuests.set(to, (toGuests.get(to) ?? 0) + 1);
      for (const [number] of `${subject} ${text}`.matchAll(/\bBV-[A-Z0-9]{4}-[A-Z0-9]{4}\b/g))
        if (emailOf.get(number) !== to) violate(`mails: ${to} reads of ${number}, which is of ${emailOf.get(number)}`);
    }
    for (const [to, count] of toGuests)
      if (count > UNCONFIRMED_MAILS_A_DAY) violate(`mails: the unconfirmed ${to} got ${count}`);
    for (const { number, email, coupon } of orders)
      if (guests.has(email) && coupon !== null) violate(`coupons: the guest ${email} used ${coupon} for ${number}`);
  }

  function whatOrderLacks(order: OrderRow): string[] {
    const lacks: string[] = [];
    const { number, messages, status, history, refunds, atGateways, payments } = order;
    const count = (template: string) => messages.filter((each) => each.template === template).length;
    const expect = (template: string, times: number) => {
      if (count(template) !== times)
        lacks.push(`mails: ${count(template)} of ${template} about ${number}, not ${times}`);
    };
    for (const template of ['order-placed', 'owner-order-placed'] as const)
      if (!history.some(({ to }) => to === 'cancelled') || count(template) > 1)
        expect(template, order.confirmed ? 1 : 0);
    if (history[0]?.to === 'cancelled') expect('order-paid-too-late', 1);
    if (status === 'delivered') expect('order-delivered', 1);
    if (status === 'cancelled' && order.confirmed && order.verification !== 'rejected')
      if (count('order-cancelled') + count('order-returned') === 0)
        lacks.push(`mails: nobody was told that ${number} is cancelled`);
    for (const { id, key, status: state, provider, amount } of refunds) {
      if (state === 'succeeded' && !messages.some((message) => message.key === `refunded:${id}`))
        lacks.push(`mails: nobody was told of a refund of ${number}`);
      if (provider === null) continue;
      const theirs = atGateways
        .flatMap((each) => gateway.booksOf(each.id)?.refunds ?? [])
        .filter((refund) => refund.key === key);
      if (state !== 'failed' && (theirs.length !== 1 || theirs[0]!.amount !== amount || theirs[0]!.status !== state))
        lacks.push(`money: a refund of ${number} is ${state}, and at the gateway ${JSON.stringify(theirs)}`);
    }
    // Every captured payment must be known. A duplicate may wait for the daily comparison.
    for (const { id } of atGateways) {
      const captured = (gateway.booksOf(id)?.payments ?? []).filter((payment) => payment.status === 'captured');
      const known = captured.filter((each) => payments.some(({ reference }) => reference === each.id.toUpperCase()));
      if (captured.length > 0 && known.length === 0)
        lacks.push(`money: ${number} was paid at ${id}, and the shop doesn't know`);
    }
    return lacks;
  }
}
