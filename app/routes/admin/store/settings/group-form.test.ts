import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, settingsSchema } from '#app/modules/store/settings/settings.ts';
import { readGroup, rearrange, typedOf } from './group-form.ts';
import { SETTING_GROUPS } from './groups.ts';

const group = (id: string) => SETTING_GROUPS.find((each) => each.id === id)!;

test('lists every setting in exactly one group', () => {
  expect(SETTING_GROUPS.flatMap(({ keys }) => keys).toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
});

test.each(SETTING_GROUPS.map((each) => [each.id, each] as const))(
  'keeps all settings of %s when submitted unchanged',
  (_, each) => {
    const holidays = [{ from: '2026-11-07', to: '2026-11-09', reason: 'Diwali' }];
    const settings = { ...DEFAULT_SETTINGS, holidays };
    expect(readGroup(each, typedOf(each, settings))).toEqual({
      ok: true,
      patch: Object.fromEntries(each.keys.map((key) => [key, settings[key]])),
    });
  },
);

describe('validation', () => {
  test('reports errors by field', () => {
    const typed = {
      ...typedOf(group('shipping'), DEFAULT_SETTINGS),
      'flatShipping.cost': 'much',
      'shippingZones.0.name': ' ',
      'shippingZones.1.businessDays.to': '1',
      'shippingZones.3.pinPrefixes': '18, x9',
    };
    expect(readGroup(group('shipping'), typed)).toEqual({
      ok: false,
      formError: undefined,
      errors: {
        'flatShipping.cost': 'Enter an amount in rupees, such as 150 or 99.50',
        'shippingZones.0.name': 'Enter some text',
        'shippingZones.1.businessDays.to': 'Enter a number that is not less than the first',
        'shippingZones.3.pinPrefixes': 'Enter the first 1–6 digits of PIN codes',
      },
    });
  });

  test.each(['150,00', '1.250,00', '-5', '1000000000'])('rejects the amount %s', (cost) => {
    const typed = { ...typedOf(group('shipping'), DEFAULT_SETTINGS), 'flatShipping.cost': cost };
    expect(readGroup(group('shipping'), typed)).toMatchObject({
      errors: { 'flatShipping.cost': 'Enter an amount in rupees, such as 150 or 99.50' },
    });
  });

  test('reports errors of a whole list above the form', () => {
    const typed = { ...typedOf(group('shipping'), DEFAULT_SETTINGS), 'shippingZones.2.pinPrefixes': '24' };
    expect(readGroup(group('shipping'), typed)).toMatchObject({
      formError: 'Leave the PIN prefixes of exactly one zone empty',
    });
    expect(readGroup(group('payment'), { 'upi.address': 'shop@bank', 'upi.name': 'Shop' })).toMatchObject({
      errors: { paymentMethods: 'Choose at least one payment method' },
    });
  });
});

test('adds, removes and moves rows with their text', () => {
  const founders = group('founders');
  const names = (typed: Record<string, string>) =>
    Object.entries(typed).flatMap(([name, value]) => (name.endsWith('.name') ? [value] : []));
  const start = { ...typedOf(founders, DEFAULT_SETTINGS), 'founders.1.name': 'Not saved yet' };
  expect(names(rearrange(founders, start, 'up.1').typed)).toEqual(['Not saved yet', 'Kamla Bisht']);
  expect(names(rearrange(founders, start, 'remove.0').typed)).toEqual(['Not saved yet']);
  const added = rearrange(founders, start, 'add');
  expect(names(added.typed)).toEqual(['Kamla Bisht', 'Not saved yet', '']);
  expect(added.goOn).toBe('founders.2.name');
  for (const invalidIntent of ['up.0', 'down.1', 'remove.7', 'remove.x', '__proto__', ''])
    expect(rearrange(founders, start, invalidIntent)).toEqual({ typed: start });
});
