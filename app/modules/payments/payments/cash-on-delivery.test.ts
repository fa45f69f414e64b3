import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTHING, paise, rupees } from '#app/basics/money.ts';
import { DEFAULT_SETTINGS, settingsSchema } from '#app/modules/store/settings/settings.ts';
import { cashMessage, cashOnDelivery } from './cash-on-delivery.ts';
import { offeredMethods } from './payments.server.ts';

type Limits = Partial<typeof DEFAULT_SETTINGS.cashOnDelivery> & { zones?: string[] };
const on = ({ zones = [], ...limits }: Limits = {}) => ({
  shippingZones: DEFAULT_SETTINGS.shippingZones.map((zone) => ({ ...zone, takesCash: zones.includes(zone.name) })),
  paymentMethods: [...DEFAULT_SETTINGS.paymentMethods, 'cod' as const],
  cashOnDelivery: { ...DEFAULT_SETTINGS.cashOnDelivery, ...limits },
});
const ZONE_OF: Record<string, string> = { 110001: 'Metro', 263601: 'Tier 2', 400001: 'Metro', 790001: 'Remote' };
const checkout = { total: rupees(2000), zipCode: '263601' };

test('is off until the owner switches it on', () => {
  expect(cashOnDelivery(DEFAULT_SETTINGS, checkout)).toMatchObject({ reason: 'cash-off' });
  expect(cashOnDelivery(on({ charge: rupees(50) }), checkout)).toEqual({ ok: true, value: { charge: rupees(50) } });
});

test.each([
  ['above the highest total', { maxTotal: paise(199_999) }, checkout, 'Cash on delivery is available up to ₹1,999.99.'],
  [
    'where its PIN codes don’t reach',
    { pinPrefixes: ['11', '4'] },
    checkout,
    'Cash on delivery is not available for 263601.',
  ],
  ['outside the zones that take cash', { zones: ['Metro'] }, checkout, 'Cash on delivery is not available for 263601.'],
  [
    'before there is a PIN code, where zones take cash',
    { zones: ['Tier 2'] },
    { ...checkout, zipCode: '' },
    'Enter your PIN code to see if cash on delivery is available.',
  ],
  [
    'before there is a PIN code',
    { pinPrefixes: ['2636'] },
    { ...checkout, zipCode: '' },
    'Enter your PIN code to see if cash on delivery is available.',
  ],
  [
    'with as many open as are allowed',
    { maxOpen: 2 },
    { ...checkout, open: 2 },
    'You already have 2 cash on delivery orders that are open or were returned. Choose another payment method.',
  ],
])('is not possible %s, and says why', (_, limits, asked, message) => {
  const answer = cashOnDelivery(on(limits), asked);
  expect(!answer.ok && cashMessage(answer)).toBe(message);
});

test('is offered only where possible, without changing other methods', () => {
  const limits = fc.record({
    maxTotal: fc.option(fc.integer({ min: 0, max: 500_000 }).map(paise)),
    pinPrefixes: fc.array(fc.constantFrom('1', '26', '2636', '79'), { maxLength: 3 }),
    zones: fc.subarray(['Metro', 'Tier 2', 'Remote']),
    charge: fc.constant(NOTHING),
    maxOpen: fc.integer({ min: 1, max: 3 }),
    confirmByPhone: fc.boolean(),
  });
  const about = fc.record({
    total: fc.integer({ min: 0, max: 600_000 }).map(paise),
    zipCode: fc.constantFrom('', '110001', '263601', '400001', '790001'),
    open: fc.integer({ min: 0, max: 4 }),
  });
  const shop = { suppliers: { payment: {} } } as Parameters<typeof offeredMethods>[0];
  fc.assert(
    fc.property(limits, about, (chosen, asked) => {
      const isWithin =
        (chosen.maxTotal === null || asked.total <= chosen.maxTotal) &&
        (chosen.pinPrefixes.length + chosen.zones.length === 0 ||
          chosen.pinPrefixes.some((prefix) => asked.zipCode.startsWith(prefix)) ||
          chosen.zones.includes(ZONE_OF[asked.zipCode] ?? '')) &&
        asked.open < chosen.maxOpen;
      expect(offeredMethods(shop, { ...on(chosen), upi: DEFAULT_SETTINGS.upi }, asked)).toEqual([
        'manual',
        'upi',
        ...(isWithin ? ['cod'] : []),
      ]);
      expect(offeredMethods(shop, { ...on(chosen), upi: DEFAULT_SETTINGS.upi })).toContain('cod');
    }),
  );
});

test('each of its limits is validated', () => {
  const parse = (cash: object) =>
    settingsSchema.shape.cashOnDelivery.safeParse(cash).error?.issues.map(({ path }) => path.join('.'));
  expect(parse({ maxTotal: -1, charge: 1.5, maxOpen: 0, pinPrefixes: ['26', '0'], confirmByPhone: 'yes' })).toEqual([
    'maxTotal',
    'pinPrefixes.1',
    'charge',
    'maxOpen',
    'confirmByPhone',
  ]);
});
