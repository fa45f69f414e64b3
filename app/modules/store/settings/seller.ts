import { stateOfGstin } from '#app/basics/gstin.ts';
import type { StateOrTerritory } from '#app/basics/states.ts';
import type { Settings } from './settings.ts';

export type Seller = Settings['seller'];

/** Returns the seller's state. Returns undefined if a seller without GSTIN has not entered a state. */
export const stateOfSeller = ({ gstin, state }: Pick<Seller, 'gstin' | 'state'>): StateOrTerritory | undefined =>
  gstin === null ? (state ?? undefined) : stateOfGstin(gstin);

/** Returns whether the owner types prices without GST. The shop stores and shows prices with GST. */
export const entersNetPrices = ({ status, pricesExcludeGst }: Pick<Seller, 'status' | 'pricesExcludeGst'>): boolean =>
  status === 'regular' && pricesExcludeGst;
