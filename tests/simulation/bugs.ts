/** A plausible mistake in one line, which the simulation must find. */
export type Bug = {
  name: string;
  file: string;
  text: string;
  /** The replacement. PLANTED is true while this bug is active. */
  planted: string;
  found: RegExp;
};

export const BUGS: readonly Bug[] = [
  {
    name: 'a lost lock: an order is cancelled without the transaction that holds its row',
    file: 'app/modules/orders/orders/internal/order-status.server.ts',
    text: 'return allOrNothing<Order, CancelRefusal>(shop, async',
    planted: `return (PLANTED ? (async (shop, work) => {
        let refusal;
        try {
          return { ok: true, value: await work(shop, (no) => { refusal = no; throw no; }) };
        } catch (error) {
          if (error === refusal) return refusal;
          throw error;
        }
      }) as unknown as typeof allOrNothing : allOrNothing)<Order, CancelRefusal>(shop, async`,
    found: /^(stock|money|ledger|coupons|invoices|the simulation itself failed: Error: Failed query)/,
  },
  {
    name: 'a forgotten outbox row: an order paid at a gateway is confirmed and nobody hears of it',
    file: 'app/modules/orders/orders/internal/transition-effects.server.ts',
    text: "() => isCertainNow && announce(shop, 'orders.confirmed', { orderId }),",
    planted: "() => isCertainNow && !(PLANTED && before) && announce(shop, 'orders.confirmed', { orderId }),",
    found: /^mails: 0 of order-placed/,
  },
  {
    name: 'a double release: a cancelled order gives its pieces back twice',
    file: 'app/modules/orders/orders/internal/transition.server.ts',
    text: "if (effect === 'return') {",
    planted: "if (effect === 'return') { if (PLANTED) await returnStock(shop, items);",
    found: /^stock/,
  },
  {
    name: 'a coupon whose use isn’t given back when an order lapses',
    file: 'app/modules/orders/orders/internal/transition.server.ts',
    text: 'await releaseCoupon(shop, order.id);',
    planted: "if (!PLANTED || event.type !== 'lapse') await releaseCoupon(shop, order.id);",
    found: /^coupons/,
  },
  {
    name: 'a payment believed twice: once by its webhook, once by who comes back from the gateway',
    file: 'app/modules/payments/payments/internal/payment-rows.server.ts',
    text: 'const reference = answer.paymentId.toUpperCase();',
    planted:
      "const reference = answer.paymentId.toUpperCase() + (PLANTED && current.status === 'completed' ? '-2' : '');",
    found: /^money/,
  },
  {
    name: 'a refund that failed is booked back twice',
    file: 'app/modules/orders/ledger/internal/refund-rows.server.ts',
    text: "{ orderId, type: 'refund-failed', amount, paymentId, refundId, reason: answer.reason?.slice(0, 300) },",
    planted: `{ orderId, type: 'refund-failed', amount, paymentId, refundId, reason: answer.reason?.slice(0, 300) },
      ...(PLANTED ? [{ orderId, type: 'refund-failed' as const, amount, paymentId, refundId }] : []),`,
    found: /^(money|ledger)/,
  },
  {
    name: 'a number of an invoice is left out',
    file: 'app/modules/orders/invoices/internal/issue.server.ts',
    text: 'const number = (lastNumbers[series] ?? 0) + 1;',
    planted: 'const number = (lastNumbers[series] ?? 0) + (PLANTED && document.isCancellation ? 2 : 1);',
    found: /^invoices/,
  },
  {
    name: 'a mail sent twice: at once when the server is busy, and once more by the outbox',
    file: 'app/modules/messaging/messages/internal/send-message.server.ts',
    text: 'await note({ lastError: error.message });',
    planted:
      'await note({ lastError: error.message }); if (PLANTED) await giveToSupplier(shop, message).catch(() => {});',
    found: /^mails: .* came 2 times/,
  },
  {
    name: 'a hold that never ends',
    file: 'app/modules/orders/holds/holds.server.ts',
    text: 'held.filter(({ heldUntil }) => heldUntil <= shop.now || heldUntil > atMost),',
    planted: 'held.filter(({ heldUntil }) => !PLANTED && (heldUntil <= shop.now || heldUntil > atMost)),',
    found: /^holds/,
  },
  {
    name: 'a total computed before the coupon',
    file: 'app/modules/orders/pricing/pricing.ts',
    text: 'const total = paise(afterDiscount + shippingCost + codCharge);',
    planted: 'const total = paise((PLANTED ? subtotal : afterDiscount) + shippingCost + codCharge);',
    found: /^(price|the simulation itself failed: .*insert into "orders")/,
  },
  {
    name: 'a customer reads the order of somebody else',
    file: 'app/modules/orders/orders/internal/read-orders.server.ts',
    text: ": actor.kind === 'customer'",
    planted: ": !PLANTED && actor.kind === 'customer'",
    found: /^privacy/,
  },
];
