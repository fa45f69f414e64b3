import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Refused } from '#app/basics/result.ts';
import type { KeyUsed } from '#app/platform/once.server.ts';

export type RemittanceRefusal =
  | Refused<'none-chosen' | 'settled-meanwhile', undefined>
  | KeyUsed<unknown>
  | Refused<'too-much', { collected: Paise }>;

/** Why a remittance wasn't recorded, and the field to look at, if there is one. */
export function remittanceMessage(refusal: RemittanceRefusal): { message: string; field?: string } {
  switch (refusal.reason) {
    case 'none-chosen':
      return { message: 'Tick the orders it is for.' };
    case 'settled-meanwhile':
      return { message: 'One of these orders was settled meanwhile. The list is up to date now.' };
    case 'key-used':
      return { message: 'Another remittance was recorded with this form. Look at the list, then load the page again.' };
    case 'too-much':
      return {
        message: `Only ${formatRupees(refusal.data.collected)} were collected for these orders.`,
        field: 'amount',
      };
  }
}
