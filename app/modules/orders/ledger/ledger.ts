import { NOTHING, type Paise, paise } from '#app/basics/money.ts';
import { isGateway, type PaymentMethod } from '#app/basics/payment-methods.ts';

/** `reference`: claimed by the customer. `gateway`: reported by a payment provider. `cash`: received in hand. */
export const PAYMENT_SOURCES = ['reference', 'gateway', 'cash'] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/** A pattern of SQL `like` for references of courier cash. Other cash was received at the counter. */
export const COURIER_CASH = 'COD-%';

/** Keeps only letters and digits. `normalReference` does the same in SQL. */
export const lettersAndDigits = (reference: string): string => reference.replace(/[^A-Z0-9]/g, '');

/** Returns whether the shop or a gateway, not the customer, created the reference. */
export const isGivenReference = (reference: string, method?: PaymentMethod): boolean =>
  /^(CASH-|COD-|UPI-|MOVED-|PAY_)/i.test(reference) || (method !== undefined && isGateway(method));

export const LEDGER_TYPES = [
  'charged',
  'voided',
  'credited',
  'claimed',
  'rejected',
  'matched',
  'unmatched',
  'captured',
  'collected',
  'refunded',
  'refund-failed',
  'written-off',
  'reinstated',
] as const;
export type LedgerType = (typeof LEDGER_TYPES)[number];

/** How each entry changes the balance. Amounts are never negative. */
export const LEDGER_EFFECTS: Record<LedgerType, { due: -1 | 0 | 1; received: -1 | 0 | 1 }> = {
  /** The order was placed or restored, or its total increased. */
  charged: { due: 1, received: 0 },
  /** The order was cancelled, or its total decreased. */
  voided: { due: -1, received: 0 },
  credited: { due: -1, received: 0 },
  claimed: { due: 0, received: 0 },
  rejected: { due: 0, received: 0 },
  matched: { due: 0, received: 1 },
  unmatched: { due: 0, received: -1 },
  captured: { due: 0, received: 1 },
  collected: { due: 0, received: 1 },
  /** The payment was refunded, or its refund is pending. */
  refunded: { due: 0, received: -1 },
  'refund-failed': { due: 0, received: 1 },
  'written-off': { due: -1, received: 0 },
  /** The order was restored, or a refund was a mistake. */
  reinstated: { due: 1, received: 0 },
};

export type Balance = { due: Paise; received: Paise };

export const NO_BALANCE: Balance = { due: NOTHING, received: NOTHING };

export const toBalance = (entries: readonly { type: LedgerType; amount: Paise }[]): Balance => {
  const total = (side: keyof Balance) =>
    paise(entries.reduce((sum, { type, amount }) => sum + LEDGER_EFFECTS[type][side] * amount, 0));
  return { due: total('due'), received: total('received') };
};

/**
 * Sums the price reductions by returns and refunds since the order was last restored, without those of mistaken
 * refunds.
 */
export function sumCredited(entries: readonly { type: LedgerType; amount: Paise; refundId: string | null }[]): Paise {
  const restored = entries.findLastIndex(({ type, refundId }) => type === 'reinstated' && refundId === null);
  const since = entries.slice(restored + 1);
  const total = (wanted: LedgerType) =>
    since.reduce((all, { type, amount }) => all + (type === wanted ? amount : 0), 0);
  return paise(total('credited') - total('reinstated'));
}

export const refundOwed = ({ due, received }: Balance): Paise => paise(Math.max(0, received - due));

export const outstanding = ({ due, received }: Balance): Paise => paise(Math.max(0, due - received));

export const isPaid = (balance: Balance): boolean => balance.received > 0 && outstanding(balance) === 0;
