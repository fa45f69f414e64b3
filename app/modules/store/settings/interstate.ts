import { STATES_AND_TERRITORIES, type StateOrTerritory } from '#app/basics/states.ts';
import type { Paise } from '#app/basics/money.ts';
import { type Refused, refused } from '#app/basics/result.ts';
import { stateOfSeller } from './seller.ts';
import type { Settings } from './settings.ts';

type ShopSettings = Pick<Settings, 'seller' | 'legal' | 'contact' | 'taxWarnings'>;
type Goods = { hsn?: string | undefined };

export type InterstateRule = 'composition' | 'registration' | 'handicraft';

export const INTERSTATE_WARNINGS: Record<InterstateRule, string> = {
  composition: 'A composition seller may not deliver to another state. Ask your accountant before you ship this.',
  registration:
    'Selling soap and cosmetics to another state needs GST registration, because only handicraft is exempt. Ask your accountant before you ship this.',
  handicraft:
    'You may send handicraft to another state without GST registration if you have a PAN and an e-way bill for the parcel.',
};

/** Returns the shop's state: from the GST registration, else from settings, else the last state in the address. */
export function stateOfShop({
  seller,
  legal,
  contact,
}: Omit<ShopSettings, 'taxWarnings'>): StateOrTerritory | undefined {
  const address = legal.sellerAddress ?? contact.address;
  const namedAt = (state: StateOrTerritory) => address.lastIndexOf(state);
  const named = STATES_AND_TERRITORIES.toSorted((a, b) => namedAt(b) - namedAt(a) || b.length - a.length)[0]!;
  return stateOfSeller(seller) ?? (namedAt(named) >= 0 ? named : undefined);
}

/** Soap, oils and cosmetics are HSN chapters 33 and 34. The exemption for handicraft does not include them. */
const isHandicraft = ({ hsn }: Goods): boolean => !/^3[34]/.test(hsn ?? '');

/**
 * Returns the rule for sending goods to another state, if any. Unregistered sellers may send only handicraft to other
 * states (CGST Act, s.24; Notification 3/2018-Integrated Tax).
 */
export function interstateRule(
  settings: Omit<ShopSettings, 'taxWarnings'>,
  state: string,
  goods: readonly Goods[],
): InterstateRule | undefined {
  const { status } = settings.seller;
  const ownState = stateOfShop(settings);
  if (status === 'regular' || state === ownState || (status === 'unregistered' && ownState === undefined)) return;
  if (status === 'composition') return 'composition';
  return goods.every(isHandicraft) ? 'handicraft' : 'registration';
}

const isBarred = (rule: InterstateRule | undefined): rule is 'composition' | 'registration' =>
  rule === 'composition' || rule === 'registration';

const REFUSALS = { composition: 'barred-state', registration: 'registration-needed' } as const;
type StateRefusal = (typeof REFUSALS)[keyof typeof REFUSALS];

export const isStateRefusal = (reason: string): reason is StateRefusal =>
  Object.values<string>(REFUSALS).includes(reason);

/** Returns the refusal for a barred state, with which the shop warns an owner before ordering. */
export function interstateRefusal(
  settings: Omit<ShopSettings, 'taxWarnings'>,
  state: string,
  goods: readonly Goods[],
): Refused<StateRefusal, undefined> | undefined {
  const rule = interstateRule(settings, state, goods);
  return isBarred(rule) ? refused(REFUSALS[rule]) : undefined;
}

export const mayDeliverTo = (
  settings: Omit<ShopSettings, 'taxWarnings'>,
  state: string,
  goods: readonly Goods[],
): boolean => !settings.seller.ownStateOnly || !isBarred(interstateRule(settings, state, goods));

export type EwayBillReason = 'value' | 'handicraft';

/** Returns why a parcel needs an e-way bill by the owner's rules, or undefined (CGST Rules, r.138). */
export function ewayBillReason(
  settings: ShopSettings,
  parcel: { state: string; total: Paise; handedOver: boolean; items: readonly Goods[] },
): EwayBillReason | undefined {
  const { ewayBillAbove, ewayBillForHandicraft } = settings.taxWarnings;
  if (parcel.handedOver) return undefined;
  if (ewayBillAbove !== null && parcel.total > ewayBillAbove) return 'value';
  const rule = interstateRule(settings, parcel.state, parcel.items);
  return ewayBillForHandicraft && rule === 'handicraft' ? 'handicraft' : undefined;
}
