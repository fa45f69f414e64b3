import type { Bug } from './bugs.ts';

const LIMITS = 'app/modules/orders/unpaid-limits/unpaid-limits.server.ts';
const PLACE_ORDER = 'app/modules/payments/checkout/internal/place-order.server.ts';
const PLACE_DRAWN = 'app/modules/payments/checkout/internal/place-drawn.server.ts';
const REFERENCES = 'app/modules/payments/payments/internal/references.server.ts';
const TRANSITION = 'app/modules/orders/orders/internal/transition.server.ts';
const TRANSITION_EFFECTS = 'app/modules/orders/orders/internal/transition-effects.server.ts';
const MATCH = 'app/modules/payments/bank/match.ts';

/** Weaknesses that reviews found, each with a seed that finds it again. */
export const HOLES: readonly (Bug & { seed: number })[] = [
  {
    name: 'a drawn QR switches the limit off',
    seed: 1,
    file: PLACE_ORDER,
    text: 'const isOver = !(await',
    planted: 'const isOver = !(PLANTED && attempt.drawnQuote !== null) && !(await',
    found: /^limit/,
  },
  {
    name: 'a gateway order has no limit',
    seed: 1,
    file: PLACE_ORDER,
    text: 'const stockWaitsForPayment = isOver || isContested;',
    planted: 'const stockWaitsForPayment = (isOver && !(PLANTED && waits)) || isContested;',
    found: /^(limit|often)/,
  },
  {
    name: 'a reference for a gateway order has no limit',
    seed: 16,
    file: TRANSITION_EFFECTS,
    text: "if (event.type === 'give-reference' && (event.withoutStock || order.stockWaitsForPayment)) return order.status;",
    planted:
      "if (!PLANTED && event.type === 'give-reference' && (event.withoutStock || order.stockWaitsForPayment)) return order.status;",
    found: /^limit/,
  },
  {
    name: 'a piece is placed and cancelled any number of times',
    seed: 2,
    file: LIMITS,
    text: 'if (starting.some((line) => isHeldTooOften(starts, line, limit.orders + 1))) return false;',
    planted: 'if (!PLANTED && starting.some((line) => isHeldTooOften(starts, line, limit.orders + 1))) return false;',
    found: /^often/,
  },
  {
    name: 'ten accounts on one network address',
    seed: 57,
    file: LIMITS,
    text: 'return ofNetwork.items + itemCount <= limit.artworksPerNetwork;',
    planted: 'return PLANTED || ofNetwork.items + itemCount <= limit.artworksPerNetwork;',
    found: /^limit: a network/,
  },
  {
    name: 'two accounts with one phone are two people',
    seed: 14,
    file: LIMITS,
    text: 'const keys = isTrusted ?',
    planted: 'const keys = PLANTED || isTrusted ?',
    found: /^limit: (a phone|an email)/,
  },
  {
    name: 'a shared link joins an account',
    seed: 10,
    file: 'app/modules/requests/requests/access.server.ts',
    text: "if (by !== 'email-link') return undefined;",
    planted: "if (!PLANTED && by !== 'email-link') return undefined;",
    found: /^others: an (account|order)/,
  },
  {
    name: 'a QR keeps its price and coupon for ever',
    seed: 141,
    file: PLACE_DRAWN,
    text: 'const isOutdated = !isInBank && validUntil(attempt) < shop.now;',
    planted: 'const isOutdated = !PLANTED && !isInBank && validUntil(attempt) < shop.now;',
    found: /^price/,
  },
  {
    name: 'a bank line pays an order that it does not name',
    seed: 18,
    file: MATCH,
    text: 'names(line).includes(order.orderNumber) ||',
    planted: 'PLANTED || names(line).includes(order.orderNumber) ||',
    found: /^match/,
  },
  {
    name: 'a contested reference is matched without the owner',
    seed: 26,
    file: MATCH,
    text: '(names(line).length === 0 && !order.isContested)',
    planted: '(names(line).length === 0 && (PLANTED || !order.isContested))',
    found: /^match: a reference of two orders/,
  },
  {
    name: 'a reference is refused because somebody else typed it first',
    seed: 2,
    file: PLACE_ORDER,
    text: "if (!attempt) return refuse(refused('unknown-checkout'));",
    planted:
      "if (!attempt) return refuse(refused('unknown-checkout')); if (PLANTED && isContested) return refuse(refused('reference-used'));",
    found: /^refused/,
  },
  {
    name: 'a further reference is owed before it is found',
    seed: 2,
    file: REFERENCES,
    text: "await recordPayment(shop, { ...claim, source: 'reference', mayBeContested: true });\n  await announce(",
    planted:
      "await recordPayment(shop, { ...claim, source: 'reference', mayBeContested: true, ...(PLANTED && { verification: 'matched' }) });\n  await announce(",
    found: /^money/,
  },
  {
    name: 'an order over the limit gives back stock that it never took',
    seed: 1,
    file: TRANSITION,
    text: 'const items = order.stockWaitsForPayment ? [] :',
    planted: 'const items = order.stockWaitsForPayment && !PLANTED ? [] :',
    found: /^stock/,
  },
  {
    name: 'an order of somebody else is within reach',
    seed: 67,
    file: 'app/modules/orders/orders/internal/order-row.server.ts',
    text: '.where(and(eq(orders.id, orderId), isTheirs));',
    planted: '.where(and(eq(orders.id, orderId), PLANTED ? undefined : isTheirs));',
    found: /^(others|destination)/,
  },
  {
    name: 'a refund link that nobody was sent says where money goes',
    seed: 2,
    file: 'app/modules/orders/orders/order-link.server.ts',
    text: 'if (order && sessionSecrets(shop).some(',
    planted: 'if ((order && PLANTED) || order && sessionSecrets(shop).some(',
    found: /^destination/,
  },
];
