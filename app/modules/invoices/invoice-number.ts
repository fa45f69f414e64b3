import type { ShippingAddress } from '#app/basics/address.ts';
import { dayInIndia } from '#app/basics/india.ts';

/** Who sells and who buys, with what is promised at the foot: as it was on the day an invoice was issued. */
export type PrintedParties = {
  seller: { name: string; address: string; email: string; phone: string; hours: string; gstin: string | null };
  buyer: { name: string; email: string; phone: string; address: Omit<ShippingAddress, 'email' | 'phone'> };
  promises: {
    returnWithinDays: number;
    reportIssuesWithinHours: number;
    refundBusinessDays: { from: number; to: number };
  };
};

/** '2026-27': the Indian financial year (1 April to 31 March, IST) in which an instant lies. */
export function financialYearOf(instant: Date): string {
  const [year, month] = dayInIndia(instant).split('-').map(Number) as [number, number];
  const first = month >= 4 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

/** 'BV/2026-27/0001': at most 16 characters up to the 99,999th of a year, as the tax rules ask. */
export const invoiceNumber = ({ financialYear, number }: { financialYear: string; number: number }): string =>
  `BV/${financialYear}/${String(number).padStart(4, '0')}`;
