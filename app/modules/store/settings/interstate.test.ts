import { expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { ewayBillReason, interstateRule, mayDeliverTo, stateOfShop } from './interstate.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

const PAINTING = { hsn: '9701' };
const SOAP = { hsn: '340119' };
const shopOf = (seller: Partial<Settings['seller']>): Settings => ({
  ...DEFAULT_SETTINGS,
  seller: { ...DEFAULT_SETTINGS.seller, ...seller },
});
const unregistered = shopOf({});
const composition = shopOf({ status: 'composition', gstin: '05ABCDE1234F1Z6' });
const regular = shopOf({ status: 'regular', gstin: '05ABCDE1234F1Z6' });

test('finds the seller’s state in the GSTIN, the settings or the address', () => {
  expect(stateOfShop(regular)).toBe('Uttarakhand');
  expect(stateOfShop(shopOf({ state: 'Kerala' }))).toBe('Kerala');
  expect(stateOfShop(unregistered)).toBe('Uttarakhand');
  const address = 'Goa House, Mapusa Road, Jammu and Kashmir 180001';
  expect(stateOfShop({ ...unregistered, contact: { ...unregistered.contact, address } })).toBe('Jammu and Kashmir');
  const unknown = { ...unregistered, contact: { ...unregistered.contact, address: '14 Mall Road' } };
  expect(stateOfShop(unknown)).toBeUndefined();
  expect(interstateRule(unknown, 'Kerala', [SOAP])).toBeUndefined();
});

test.each([
  ['an unregistered seller’s painting', unregistered, [PAINTING], 'handicraft'],
  ['an unregistered seller’s soap', unregistered, [PAINTING, SOAP], 'registration'],
  ['goods without HSN code', unregistered, [{}], 'handicraft'],
  ['a composition seller’s painting', composition, [PAINTING], 'composition'],
  ['a regular seller’s soap', regular, [SOAP], undefined],
])('warns about %s to another state', (_, settings, goods, rule) => {
  expect(interstateRule(settings, 'Kerala', goods)).toBe(rule);
  expect(interstateRule(settings, 'Uttarakhand', goods)).toBeUndefined();
});

test('a seller who stays in the own state still sends handicraft elsewhere', () => {
  const ownState = shopOf({ ownStateOnly: true });
  expect(mayDeliverTo(ownState, 'Kerala', [PAINTING])).toBe(true);
  expect(mayDeliverTo(ownState, 'Kerala', [SOAP])).toBe(false);
  expect(mayDeliverTo(unregistered, 'Kerala', [SOAP])).toBe(true);
  expect(mayDeliverTo(shopOf({ ...composition.seller, ownStateOnly: true }), 'Kerala', [PAINTING])).toBe(false);
});

test('an e-way bill is needed above the value, and for handicraft to other states', () => {
  const parcel = { state: 'Uttarakhand', total: rupees(50_000), handedOver: false, items: [PAINTING] };
  expect(ewayBillReason(unregistered, parcel)).toBeUndefined();
  expect(ewayBillReason(regular, { ...parcel, total: rupees(50_000.01) })).toBe('value');
  expect(ewayBillReason(regular, { ...parcel, total: rupees(50_000.01), handedOver: true })).toBeUndefined();
  const far = { ...parcel, state: 'Kerala', total: rupees(500) };
  expect(ewayBillReason(unregistered, far)).toBe('handicraft');
  expect(ewayBillReason(regular, far)).toBeUndefined();
  const unticked = {
    ...unregistered,
    taxWarnings: { ...unregistered.taxWarnings, ewayBillForHandicraft: false, ewayBillAbove: null },
  };
  expect(ewayBillReason(unticked, { ...far, total: rupees(90_000) })).toBeUndefined();
});
