import type { Paise } from '#app/basics/money.ts';
import { formatRupees } from '#app/basics/money.ts';

/** '5-7', or '5' where both ends are the same. */
export const span = ({ from, to }: { from: number; to: number }): string => (from === to ? `${from}` : `${from}-${to}`);

/** 'Free above ₹2,000, else ₹100', or just the charge where it is never free (S2 §9). */
export const shippingCharge = ({ cost, freeAbove }: { cost: Paise; freeAbove: Paise | null }): string =>
  freeAbove === null ? formatRupees(cost) : `Free above ${formatRupees(freeAbove)}, else ${formatRupees(cost)}`;
