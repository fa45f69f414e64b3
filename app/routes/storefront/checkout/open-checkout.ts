import type { Totals } from '#app/modules/pricing/pricing.ts';
import type { UpiPayment } from '#app/modules/payments/payments.server.ts';

/** The id of the checkout's form: what belongs to it stands in other parts of the page, too. */
export const FORM = 'checkout';

/** What the action answers when the form must be shown again. */
export type Answer = {
  typed: Record<string, string>;
  errors?: Record<string, string>;
  formError?: string;
  /** All is right so far: the payment window may open. */
  paying?: true;
};
/** A checkout that waits to be completed. */
export type Open = {
  key: string;
  orderNumber: string;
  totals: Totals;
  applied?: { code: string; percentage: number };
  hint?: string;
  couponError?: string;
  method?: string;
  upi: UpiPayment;
  returnWithinDays: number;
};
