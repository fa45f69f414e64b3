import { expect, test } from 'vitest';
import { NOTHING, paise, rupees } from '#app/basics/money.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import {
  deliveryInIndia,
  freeForAllAbove,
  highestCharge,
  isDecidedByPin,
  isServed,
  missingForFreeShipping,
  shippingFor,
  zoneFor,
} from './shipping.ts';

const zoned = { ...DEFAULT_SETTINGS, shippingMode: 'zones' as const };

test.each([
  ['nothing at all', NOTHING, rupees(150)],
  ['exactly 2000', rupees(2000), rupees(150)],
  ['one paisa above 2000', paise(200_001), NOTHING],
  ['a lot', rupees(50_000), NOTHING],
])('the flat rate for %s', (_, amount, cost) => {
  expect(shippingFor(DEFAULT_SETTINGS, amount)).toBe(cost);
});

test('the flat rate needs no address', () => {
  expect(shippingFor(DEFAULT_SETTINGS, rupees(100), { zipCode: '744101' })).toBe(rupees(150));
});

test.each([
  ['110001', 'Metro', rupees(2000), rupees(100)],
  ['110001', 'Metro', rupees(2001), NOTHING],
  ['411001', 'Tier 1', rupees(90_000), rupees(120)],
  ['263601', 'Tier 2', rupees(90_000), rupees(150)],
  ['744101', 'Remote', rupees(3000), rupees(200)],
  ['744101', 'Remote', rupees(3001), NOTHING],
])('with zones, %s is %s and pays by its own rate', (zipCode, name, amount, cost) => {
  expect(zoneFor(DEFAULT_SETTINGS.shippingZones, zipCode).name).toBe(name);
  expect(shippingFor(zoned, amount, { zipCode })).toBe(cost);
});

test('the longest PIN code prefix applies: islands of Kochi are remote', () => {
  expect(zoneFor(DEFAULT_SETTINGS.shippingZones, '682001').name).toBe('Tier 1');
  expect(zoneFor(DEFAULT_SETTINGS.shippingZones, '682555').name).toBe('Remote');
});

test('charges the default zone before an address is known', () => {
  expect(shippingFor(zoned, rupees(90_000))).toBe(rupees(150));
});

test('returns the amount missing for free shipping, up to the limit', () => {
  expect(missingForFreeShipping(DEFAULT_SETTINGS, rupees(1820))).toBe(rupees(180));
  expect(missingForFreeShipping(DEFAULT_SETTINGS, rupees(2000))).toBe(NOTHING);
  expect(missingForFreeShipping(DEFAULT_SETTINGS, paise(200_001))).toBeUndefined();
  expect(missingForFreeShipping(zoned, rupees(100), { zipCode: '411001' })).toBeUndefined();
});

test('serves every PIN code except zones and prefixes the owner excludes', () => {
  const servedOf = (changes: Partial<typeof DEFAULT_SETTINGS>) =>
    ['110001', '411001', '263601', '744101', '682555'].filter((zipCode) =>
      isServed({ ...DEFAULT_SETTINGS, ...changes }, zipCode),
    );
  const without = (...names: string[]) =>
    DEFAULT_SETTINGS.shippingZones.map((zone) => ({ ...zone, unserved: names.includes(zone.name) }));
  expect(isDecidedByPin(DEFAULT_SETTINGS)).toBe(false);
  expect(isDecidedByPin({ ...DEFAULT_SETTINGS, unservedPinPrefixes: ['7'] })).toBe(true);
  expect(isDecidedByPin({ ...DEFAULT_SETTINGS, shippingZones: without('Remote') })).toBe(true);
  expect(servedOf({})).toHaveLength(5);
  expect(servedOf({ shippingZones: without('Remote') })).toEqual(['110001', '411001', '263601']);
  expect(servedOf({ shippingZones: without('Tier 2', 'Remote') })).toEqual(['110001', '411001']);
  expect(servedOf({ unservedPinPrefixes: ['7441', '263601'] })).toEqual(['110001', '411001', '682555']);
});

test('free shipping for all is promised only without PIN code zones', () => {
  expect(freeForAllAbove(DEFAULT_SETTINGS)).toBe(rupees(2000));
  expect(freeForAllAbove(zoned)).toBeNull();
});

test('delivery in India has the slowest days and the highest charge of all served zones', () => {
  const { transit, handling } = deliveryInIndia(DEFAULT_SETTINGS)!;
  expect({ transit, handling }).toEqual({ transit: { from: 3, to: 10 }, handling: { from: 1, to: 2 } });
  const charges = [1_000, 2_500, 4_000].map((amount) => highestCharge(deliveryInIndia(zoned)!, rupees(amount)));
  expect(charges).toEqual([rupees(200), rupees(200), rupees(150)]);
  expect(highestCharge(deliveryInIndia(DEFAULT_SETTINGS)!, rupees(2_001))).toBe(NOTHING);
  const shippingZones = DEFAULT_SETTINGS.shippingZones.map((zone) => ({ ...zone, unserved: zone.name !== 'Metro' }));
  const metro = deliveryInIndia({ ...zoned, shippingZones })!;
  expect([metro.transit, highestCharge(metro, rupees(1_000))]).toEqual([{ from: 3, to: 5 }, rupees(100)]);
});

test('a shop that delivers nowhere has no delivery in India', () => {
  const shippingZones = DEFAULT_SETTINGS.shippingZones.map((zone) => ({ ...zone, unserved: true }));
  expect(deliveryInIndia({ ...DEFAULT_SETTINGS, shippingZones })).toBeUndefined();
});
