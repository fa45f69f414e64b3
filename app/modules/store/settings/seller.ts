import { stateOfGstin } from '#app/basics/gstin.ts';
import type { StateOrTerritory } from '#app/basics/states.ts';
import type { Settings } from './settings.ts';

export type Seller = Settings['seller'];

/** Returns undefined for an unregistered seller who has not named a state. */
export const stateOfSeller = ({ gstin, state }: Pick<Seller, 'gstin' | 'state'>): StateOrTerritory | undefined =>
  gstin === null ? (state ?? undefined) : stateOfGstin(gstin);

/** Returns whether the owner types prices without GST. The shop stores and shows them with it. */
export const entersNetPrices = ({ status, pricesExcludeGst }: Pick<Seller, 'status' | 'pricesExcludeGst'>): boolean =>
  status === 'regular' && pricesExcludeGst;

/** Returns whether delivery is interstate, which is forbidden for a composition seller. */
export const isBarredState = (seller: Pick<Seller, 'status' | 'gstin' | 'state'>, state: string): boolean =>
  seller.status === 'composition' && state !== stateOfSeller(seller);

export const BARRED_STATE =
  'A composition seller may not deliver to another state. Ask your accountant before you ship this.';

/** Goods for another state need a registration, except handicraft (CGST Act, section 24(i)). */
export const mayDeliverTo = (seller: Pick<Seller, 'gstin' | 'state' | 'ownStateOnly'>, state: string): boolean =>
  !seller.ownStateOnly || state === stateOfSeller(seller);
