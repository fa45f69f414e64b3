import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, settingsSchema } from '#app/modules/settings/settings.ts';
import { SETTING_GROUPS } from './groups.ts';
import { parseGroup, readGroup, type Typed, typedOf } from './group-form.ts';

const group = (id: string) => SETTING_GROUPS.find((each) => each.id === id)!;

test('every setting of the shop can be changed, in one place', () => {
  expect(SETTING_GROUPS.flatMap(({ keys }) => keys).toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
});

test.each(SETTING_GROUPS.map((each) => [each.id, each] as const))(
  'a form of %s that is sent back as it was shown changes nothing, and shows all there is',
  (_, each) => {
    const holidays = [{ from: '2026-11-07', to: '2026-11-09', reason: 'Diwali' }];
    const settings = { ...DEFAULT_SETTINGS, holidays };
    expect(readGroup(each, typedOf(each, settings))).toEqual({
      ok: true,
      patch: Object.fromEntries(each.keys.map((key) => [key, settings[key]])),
    });
  },
);

/** What a form of the group sends as it stands, with some fields changed. */
function sent(each: (typeof SETTING_GROUPS)[number], changes: Record<string, string>): Record<string, string> {
  const fields: Record<string, string> = {};
  const add = (value: unknown, name: string) => {
    if (typeof value === 'string') fields[name] = value;
    else if (Array.isArray(value)) for (const [n, row] of value.entries()) add(row, `${name}[${n}]`);
    else for (const [key, child] of Object.entries(value as Typed)) add(child, name ? `${name}.${key}` : key);
  };
  add(typedOf(each, DEFAULT_SETTINGS), '');
  return { ...fields, ...changes };
}
const errorsOf = (id: string, changes: Record<string, string>) => {
  const submission = parseGroup(group(id), sent(group(id), changes));
  return submission.status === 'success' ? {} : submission.error;
};

describe('a mistake', () => {
  test('stands beside its field', () => {
    expect(
      errorsOf('shipping', {
        'flatShipping.cost': 'much',
        'shippingZones[0].name': ' ',
        'shippingZones[1].businessDays.to': '1',
        'shippingZones[3].pinPrefixes': '18, x9',
      }),
    ).toEqual({
      'flatShipping.cost': 'An amount in rupees, like 150 or 99.50',
      'shippingZones[0].name': 'Write something here',
      'shippingZones[1].businessDays.to': 'Not less than the first',
      'shippingZones[3].pinPrefixes': 'First digits of PIN codes, one to six each',
    });
  });

  test.each(['150,00', '1.250,00', '-5', '1000000000'])('is an amount like %s', (cost) => {
    expect(errorsOf('shipping', { 'flatShipping.cost': cost })).toMatchObject({
      'flatShipping.cost': 'An amount in rupees, like 150 or 99.50',
    });
  });

  test('of the whole list is told above it', () => {
    expect(errorsOf('shipping', { 'shippingZones[2].pinPrefixes': '24' })).toEqual({
      '': 'Exactly one zone serves all the rest',
    });
    expect(readGroup(group('payment'), { upi: { address: 'shop@bank', name: 'Shop' } })).toMatchObject({
      errors: { paymentMethods: 'At least one way to pay' },
    });
  });
});

test('rows are added, taken out and moved, and what was typed goes with them', () => {
  const founders = group('founders');
  const press = (type: string, payload: object) =>
    parseGroup(
      founders,
      sent(founders, { 'founders[1].name': 'Not saved yet', __intent__: JSON.stringify({ type, payload }) }),
    );
  const names = (type: string, payload: object) => {
    const rows = press(type, { name: 'founders', ...payload }).reply().initialValue?.founders as (
      | { name?: string }
      | undefined
    )[];
    return rows.map((row) => row?.name ?? '');
  };
  expect(names('reorder', { from: 1, to: 0 })).toEqual(['Not saved yet', 'Kamla Bisht']);
  expect(names('remove', { index: 0 })).toEqual(['Not saved yet']);
  expect(names('insert', {})).toEqual(['Kamla Bisht', 'Not saved yet', '']);
  const start = ['Kamla Bisht', 'Not saved yet'];
  expect(names('remove', { index: 7 })).toEqual(start);
  for (const name of ['founders[99999]', '__proto__', 'founders[0].name'])
    expect(() => press('insert', { name })).toThrow(expect.objectContaining({ status: 400 }));
  for (const nonsense of ['up.0', '{}', '__proto__'])
    expect(() => parseGroup(founders, sent(founders, { __intent__: nonsense }))).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  expect(() => parseGroup(founders, sent(founders, { 'founders[99999].name': 'x' }))).toThrow(
    expect.objectContaining({ status: 400 }),
  );
});
