import { expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import {
  comingHolidays,
  DEFAULT_SETTINGS,
  holidayOn,
  settingsFrom,
  settingsSchema,
  storedKey,
  typesetHours,
} from './settings.ts';

test('an unchanged shop has the specified values', () => {
  expect(DEFAULT_SETTINGS.shippingMode).toBe('flat');
  expect(DEFAULT_SETTINGS.flatShipping).toEqual({ cost: rupees(150), freeAbove: rupees(2000) });
  expect(
    DEFAULT_SETTINGS.shippingZones.map(({ name, businessDays, cost, freeAbove }) => [
      name,
      businessDays.from,
      businessDays.to,
      cost,
      freeAbove,
    ]),
  ).toEqual([
    ['Metro', 3, 5, rupees(100), rupees(2000)],
    ['Tier 1', 4, 6, rupees(120), null],
    ['Tier 2', 5, 7, rupees(150), null],
    ['Remote', 7, 10, rupees(200), rupees(3000)],
  ]);
  expect(DEFAULT_SETTINGS.figures).toEqual({
    happyCustomers: '2,500+',
    artworks: '1,200+',
    years: '15+',
    cities: '50+',
    rating: 4.9,
    foundedIn: 2009,
  });
  expect(DEFAULT_SETTINGS.testimonials).toHaveLength(3);
  expect(DEFAULT_SETTINGS.founders).toHaveLength(2);
  expect(DEFAULT_SETTINGS.paymentMethods).not.toContain('cod');
});

test('a live shop starts without figures, testimonials, founders and payee', () => {
  const live = settingsFrom('live', {});
  expect(Object.values(live.figures)).toEqual([null, null, null, null, null, null]);
  expect([live.testimonials, live.founders]).toEqual([[], []]);
  expect(live.upi).toEqual({ address: null, name: null, isMerchant: false });
  const { figures } = DEFAULT_SETTINGS;
  expect(settingsFrom('live', { figures })).toEqual({ ...live, figures });
  expect(settingsFrom('demo', {})).toEqual(DEFAULT_SETTINGS);
});

test('a setting is stored under its specified name', () => {
  expect(storedKey('shippingMode')).toBe('shipping_mode');
});

test('a partly changed setting keeps defaults for the rest', () => {
  expect(settingsSchema.parse({ contact: { email: 'owner@bisvar.example' } }).contact).toEqual({
    ...DEFAULT_SETTINGS.contact,
    email: 'owner@bisvar.example',
  });
});

test('refuses unknown keys, overlapping zones and negative money', () => {
  expect(settingsSchema.partial().safeParse({ isAdmin: true }).success).toBe(false);
  expect(settingsSchema.partial().safeParse({ shippingZones: [] }).success).toBe(false);
  expect(
    settingsSchema.partial().safeParse({
      shippingZones: DEFAULT_SETTINGS.shippingZones.filter((zone) => zone.pinPrefixes.length > 0),
    }).success,
  ).toBe(false);
  expect(settingsSchema.partial().safeParse({ flatShipping: { cost: -1, freeAbove: null } }).success).toBe(false);
  expect(settingsSchema.partial().parse({ shippingMode: 'zones' })).toMatchObject({ shippingMode: 'zones' });
});

test('a holiday includes both ends, and past ones are not upcoming', () => {
  const diwali = { from: '2026-11-07', to: '2026-11-09', reason: 'Diwali' };
  const winter = { from: '2027-01-02', to: '2027-01-05', reason: 'Snow' };
  const holidays = [winter, diwali];
  expect(
    ['2026-11-06', '2026-11-07', '2026-11-09', '2026-11-10'].map((day) => holidayOn(holidays, day)?.reason),
  ).toEqual([undefined, 'Diwali', 'Diwali', undefined]);
  expect(comingHolidays(holidays, '2026-11-08')).toEqual([diwali, winter]);
  expect(comingHolidays(holidays, '2026-11-10')).toEqual([winter]);
  expect(settingsSchema.partial().safeParse({ holidays: [{ ...diwali, to: '2026-11-01' }] }).success).toBe(false);
});

test.each([
  ['Mon-Sat 10 AM-8 PM', 'Mon–\u2060Sat 10\u00A0AM–\u20608\u00A0PM'],
  ['Mon - Sat, 10-20', 'Mon–\u2060Sat, 10–\u206020'],
  ['By appointment', 'By appointment'],
])('hours “%s” have en dashes and no break inside a time', (typed, shown) => {
  expect(typesetHours(typed)).toBe(shown);
});
