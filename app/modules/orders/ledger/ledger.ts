import { NOTHING, type Paise, paise } from '#app/basics/money.ts';
import { isGateway, type PaymentMethod } from '#app/basics/payment-methods.ts';

/**
 * `reference`: claimed by the customer and matched with the bank. `gateway`: reported by a supplier. `cash`: received
 * in hand.
 */
export const PAYMENT_SOURCES = ['reference', 'gateway', 'cash'] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/** References of courier cash, for SQL `like`. Other cash was received over the counter. */
export const COURIER_CASH = 'COD-%';

/** Keeps letters and digits only, so that two spellings of a reference compare equal. In SQL: `normalReference`. */
export const withoutSigns = (reference: string): string => reference.replace(/[^A-Z0-9]/g, '');

/** Returns whether the shop itself (CASH-…, UPI-…, MOVED-…) or a gateway created the reference. */
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

/** Sums that an entry of each type changes. Amounts are never negative. */
export const LEDGER_EFFECTS: Record<LedgerType, { due: -1 | 0 | 1; received: -1 | 0 | 1 }> = {
  /** The order is placed or restored. */
  charged: { due: 1, received: 0 },
  /** Cancelled: what is not kept. */
  voided: { due: -1, received: 0 },
  /** Part of it was returned. */
  credited: { due: -1, received: 0 },
  /** The customer claims to have paid, under a reference. */
  claimed: { due: 0, received: 0 },
  /** Not found in the bank. */
  rejected: { due: 0, received: 0 },
  /** Found in the bank. */
  matched: { due: 0, received: 1 },
  /** The match was undone. */
  unmatched: { due: 0, received: -1 },
  /** A gateway has it. */
  captured: { due: 0, received: 1 },
  /** Cash in hand. */
  collected: { due: 0, received: 1 },
  /** Refunded, or on its way. */
  refunded: { due: 0, received: -1 },
  /** A refund did not arrive. */
  'refund-failed': { due: 0, received: 1 },
  /** Written off by the owner. */
  'written-off': { due: -1, received: 0 },
  /** The order is restored, or a refund was a mistake: credits and write-offs are due again. */
  reinstated: { due: 1, received: 0 },
};

export type Balance = { due: Paise; received: Paise };

export const NO_BALANCE: Balance = { due: NOTHING, received: NOTHING };

export const balanceOf = (entries: readonly { type: LedgerType; amount: Paise }[]): Balance => {
  const total = (side: keyof Balance) =>
    paise(entries.reduce((sum, { type, amount }) => sum + LEDGER_EFFECTS[type][side] * amount, 0));
  return { due: total('due'), received: total('received') };
};

export const refundOwed = ({ due, received }: Balance): Paise => paise(Math.max(0, received - due));

export const outstanding = ({ due, received }: Balance): Paise => paise(Math.max(0, due - received));

/** Returns whether something was received and nothing is outstanding. */
export const isPaid = (balance: Balance): boolean => balance.received > 0 && outstanding(balance) === 0;
