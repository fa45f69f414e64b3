import { stateOfGstin } from '#app/basics/gstin.ts';
import type { StateOrTerritory } from '#app/basics/states.ts';
import type { Settings } from './settings.ts';

export type Seller = Settings['seller'];

/** The state that the shop is registered in; undefined for one without a GST number. */
export const stateOfSeller = ({ gstin }: Pick<Seller, 'gstin'>): StateOrTerritory | undefined =>
  gstin === null ? undefined : stateOfGstin(gstin);

/** Whether GST comes on top of the shop's prices. */
export const addsGst = ({ status, pricesExcludeGst }: Pick<Seller, 'status' | 'pricesExcludeGst'>): boolean =>
  status === 'regular' && pricesExcludeGst;

/** Whether delivery there is another state's business, which a composition seller may not do. */
export const isBarredState = (seller: Pick<Seller, 'status' | 'gstin'>, state: string): boolean =>
  seller.status === 'composition' && state !== stateOfSeller(seller);

/** What the owner is warned of then. */
export const BARRED_STATE =
  'A composition seller may not deliver to another state. Talk to your accountant before this leaves.';

/** Whether a parcel may go to a state: to all of them, unless a composition seller keeps to the own. */
export const mayDeliverTo = (seller: Pick<Seller, 'status' | 'gstin' | 'ownStateOnly'>, state: string): boolean =>
  !seller.ownStateOnly || !isBarredState(seller, state);
