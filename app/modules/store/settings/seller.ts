import { stateOfGstin } from '#app/basics/gstin.ts';
import type { StateOrTerritory } from '#app/basics/states.ts';
import type { Settings } from './settings.ts';

export type Seller = Settings['seller'];

/** Undefined without a GST number. */
export const stateOfSeller = ({ gstin }: Pick<Seller, 'gstin'>): StateOrTerritory | undefined =>
  gstin === null ? undefined : stateOfGstin(gstin);

export const addsGst = ({ status, pricesExcludeGst }: Pick<Seller, 'status' | 'pricesExcludeGst'>): boolean =>
  status === 'regular' && pricesExcludeGst;

/** Returns whether delivery there is interstate, which a composition seller may not do. */
export const isBarredState = (seller: Pick<Seller, 'status' | 'gstin'>, state: string): boolean =>
  seller.status === 'composition' && state !== stateOfSeller(seller);

export const BARRED_STATE =
  'A composition seller may not deliver to another state. Talk to your accountant before this leaves.';

/** Returns whether the shop delivers to a state. A composition seller may be limited to its own. */
export const mayDeliverTo = (seller: Pick<Seller, 'status' | 'gstin' | 'ownStateOnly'>, state: string): boolean =>
  !seller.ownStateOnly || !isBarredState(seller, state);
