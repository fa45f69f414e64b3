import { NOTHING, type Paise, paise } from '#app/basics/money.ts';
import { isGateway, type PaymentMethod } from '#app/basics/payment-methods.ts';

/**
 * How a payment came: `reference` is claimed by the customer and looked for in the bank, `gateway` is a supplier's word, `cash`
 * was taken in hand.
 */
export const PAYMENT_SOURCES = ['reference', 'gateway', 'cash'] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/** In SQL's `like`: the references of cash that couriers were given. Other cash was taken over the counter. */
export const COURIER_CASH = 'COD-%';

/** What two ways of writing one payment reference have in common: its letters and digits. In upper case. In SQL: `normalReference`. */
export const withoutSigns = (reference: string): string => reference.replace(/[^A-Z0-9]/g, '');

/** Whether nobody typed it: the shop itself wrote it (CASH-…, UPI-…, MOVED-…), or a gateway gave it (pay_…, whatever else by its method). */
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

/** What an entry of each type does to what is due of its order and to what was received for it; its amount is never negative. */
export const LEDGER_EFFECTS: Record<LedgerType, { due: -1 | 0 | 1; received: -1 | 0 | 1 }> = {
  /** The order stands, or stands again: its total is due. */
  charged: { due: 1, received: 0 },
  /** It was cancelled: what isn't kept of it. */
  voided: { due: -1, received: 0 },
  /** Part of it came back. */
  credited: { due: -1, received: 0 },
  /** The customer says that it is paid, under a reference. */
  claimed: { due: 0, received: 0 },
  /** That was not found in the bank. */
  rejected: { due: 0, received: 0 },
  /** It was found. */
  matched: { due: 0, received: 1 },
  /** Taken back: it was not. */
  unmatched: { due: 0, received: -1 },
  /** A gateway has it. */
  captured: { due: 0, received: 1 },
  /** Cash in hand. */
  collected: { due: 0, received: 1 },
  /** It went back, or is on its way. */
  refunded: { due: 0, received: -1 },
  /** It didn't arrive, and is here again. */
  'refund-failed': { due: 0, received: 1 },
  /** The owner forgives it. */
  'written-off': { due: -1, received: 0 },
  /** The order begins anew, or a refund was recorded by mistake: what was credited or written off is due again. */
  reinstated: { due: 1, received: 0 },
};

/** What an order's entries come to. */
export type Balance = { due: Paise; received: Paise };

/** What an order without an entry comes to. */
export const NO_BALANCE: Balance = { due: NOTHING, received: NOTHING };

/** What some entries come to. */
export const balanceOf = (entries: readonly { type: LedgerType; amount: Paise }[]): Balance => {
  const total = (side: keyof Balance) =>
    paise(entries.reduce((sum, { type, amount }) => sum + LEDGER_EFFECTS[type][side] * amount, 0));
  return { due: total('due'), received: total('received') };
};

/** What must go back: more was received than is due. */
export const refundOwed = ({ due, received }: Balance): Paise => paise(Math.max(0, received - due));

/** What is still to come. */
export const outstanding = ({ due, received }: Balance): Paise => paise(Math.max(0, due - received));

/** Whether something was received and nothing is still to come. */
export const isPaid = (balance: Balance): boolean => balance.received > 0 && outstanding(balance) === 0;
