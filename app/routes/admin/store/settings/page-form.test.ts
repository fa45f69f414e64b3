import { describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { DEFAULT_SETTINGS, settingsSchema } from '#app/modules/store/settings/settings.ts';
import { readPage, rearrange, type Typed, typedOf } from './page-form.ts';
import { addressOf, findPage, FORMER_GROUPS, keysOf, SETTING_PAGES } from './setting-pages.ts';

const page = (id: string) => findPage(id)!;
const read = (id: string, typed: Typed, mode: 'demo' | 'live' = 'demo') =>
  readPage(page(id), typed, DEFAULT_SETTINGS, mode);

test('lists every setting on some page', () => {
  expect([...new Set(SETTING_PAGES.flatMap(keysOf))].toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
});

test('shows each field on exactly one page', () => {
  const paths = SETTING_PAGES.flatMap(({ sections }) =>
    sections.flatMap(({ fields, list }) => [...fields.map(({ path }) => path), ...(list ? [list.key] : [])]),
  );
  expect(new Set(paths).size).toBe(paths.length);
});

test('every former group leads to a section that exists', () => {
  for (const target of Object.values(FORMER_GROUPS)) {
    const [id, section] = target.split('#');
    expect([target, findPage(id)?.sections.some((each) => !section || each.id === section)]).toEqual([target, true]);
  }
  expect(addressOf(FORMER_GROUPS.legal!)).toBe('/admin/settings#seller');
});

test.each(SETTING_PAGES.map((each) => [each.id, each] as const))(
  'keeps all settings of %s when submitted unchanged',
  (_, each) => {
    const legal = {
      sellerName: 'Sarla Devi',
      sellerAddress: DEFAULT_SETTINGS.contact.address,
      grievanceName: 'Hem Joshi',
      grievanceEmail: DEFAULT_SETTINGS.contact.email,
      grievancePhone: null,
    };
    const holidays = [{ from: '2026-11-07', to: '2026-11-09', reason: 'Diwali' }];
    const settings = { ...DEFAULT_SETTINGS, holidays, legal };
    expect(readPage(each, typedOf(each, settings), settings, 'demo')).toEqual({
      ok: true,
      patch: Object.fromEntries(keysOf(each).map((key) => [key, settings[key]])),
    });
  },
);

describe('facts typed once', () => {
  const typed = {
    ...typedOf(page('shop'), DEFAULT_SETTINGS),
    shopName: 'Aipan House',
    'contact.address': '4 Mall Road, Almora 263601',
    'contact.phone': '94120 11111',
  };

  test('empty seller and WhatsApp follow the shop', () => {
    expect(typed).toMatchObject({ 'contact.whatsapp': '', 'legal.sellerName': '', 'legal.sellerAddress': '' });
    expect(read('shop', typed, 'live')).toMatchObject({
      patch: {
        contact: { phone: '94120 11111', whatsapp: '94120 11111', replyWithinHours: 24 },
        legal: { sellerName: 'Aipan House', sellerAddress: '4 Mall Road, Almora 263601' },
      },
    });
  });

  test('keeps what was typed for the seller', () => {
    const other = { ...typed, 'contact.whatsapp': '94120 22222', 'legal.sellerName': 'Sarla Devi' };
    expect(read('shop', other)).toMatchObject({
      patch: { contact: { whatsapp: '94120 22222' }, legal: { sellerName: 'Sarla Devi' } },
    });
  });

  test('a live shop names no sample address as the seller’s', () => {
    const sample = { ...typed, 'contact.address': DEFAULT_SETTINGS.contact.address };
    expect(read('shop', sample, 'live')).toMatchObject({
      patch: { legal: { sellerName: 'Aipan House', sellerAddress: null, grievanceEmail: null } },
    });
    expect(read('shop', sample)).toMatchObject({ patch: { legal: { sellerAddress: sample['contact.address'] } } });
  });
});

test('a page keeps the parts of a setting that other pages change', () => {
  const saved = {
    ...DEFAULT_SETTINGS,
    contact: { ...DEFAULT_SETTINGS.contact, phone: '94120 11111' },
    cashOnDelivery: { ...DEFAULT_SETTINGS.cashOnDelivery, charge: rupees(50) },
  };
  const typed = { ...typedOf(page('policies'), saved), 'contact.replyWithinHours': '48' };
  expect(readPage(page('policies'), typed, saved, 'demo')).toMatchObject({
    patch: { contact: { ...saved.contact, replyWithinHours: 48 } },
  });
  const limits = { ...typedOf(page('protection'), saved), 'cashOnDelivery.maxOpen': '5' };
  expect(readPage(page('protection'), limits, saved, 'demo')).toMatchObject({
    patch: { cashOnDelivery: { ...saved.cashOnDelivery, maxOpen: 5 } },
  });
});

test('an unregistered seller limited to one state names it', () => {
  const typed = { ...typedOf(page('tax'), DEFAULT_SETTINGS), 'seller.ownStateOnly': 'yes' };
  expect(read('tax', typed)).toMatchObject({ ok: false, errors: { 'seller.state': 'Choose your state' } });
  const named = { ...typed, 'seller.state': 'Kerala' };
  expect(read('tax', named)).toMatchObject({ ok: true, patch: { seller: { state: 'Kerala', ownStateOnly: true } } });
  const unnamed = { ...named, 'seller.state': '', 'seller.ownStateOnly': '' };
  const saved = { ...DEFAULT_SETTINGS, seller: { ...DEFAULT_SETTINGS.seller, state: 'Kerala' as const } };
  const cleared = readPage(page('tax'), unnamed, saved, 'demo');
  expect(cleared.ok && cleared.patch.seller!.state).toBeUndefined();
});

describe('validation', () => {
  test('reports errors by field', () => {
    const typed = {
      ...typedOf(page('delivery'), DEFAULT_SETTINGS),
      'flatShipping.cost': 'much',
      'shippingZones.0.name': ' ',
      'shippingZones.1.businessDays.to': '1',
      'shippingZones.3.pinPrefixes': '18, x9',
    };
    expect(read('delivery', typed)).toEqual({
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
    const typed = { ...typedOf(page('delivery'), DEFAULT_SETTINGS), 'flatShipping.cost': cost };
    expect(read('delivery', typed)).toMatchObject({
      errors: { 'flatShipping.cost': 'Enter an amount in rupees, such as 150 or 99.50' },
    });
  });

  test('reports errors of a whole list above the form', () => {
    const typed = { ...typedOf(page('delivery'), DEFAULT_SETTINGS), 'shippingZones.2.pinPrefixes': '24' };
    expect(read('delivery', typed)).toMatchObject({
      formError: 'Leave the PIN prefixes of exactly one zone empty',
    });
    expect(read('getting-paid', { 'upi.address': 'shop@bank', 'upi.name': 'Shop' })).toMatchObject({
      errors: { paymentMethods: 'Choose at least one payment method' },
    });
  });
});

test('adds, removes and moves rows with their text', () => {
  const founders = page('home');
  const names = (typed: Record<string, string>) =>
    Object.entries(typed).flatMap(([name, value]) =>
      name.startsWith('founders.') && name.endsWith('.name') ? [value] : [],
    );
  const start = { ...typedOf(founders, DEFAULT_SETTINGS), 'founders.1.name': 'Not saved yet' };
  expect(names(rearrange(founders, start, 'up.founders.1').typed)).toEqual(['Not saved yet', 'Kamla Bisht']);
  expect(names(rearrange(founders, start, 'remove.founders.0').typed)).toEqual(['Not saved yet']);
  const added = rearrange(founders, start, 'add.founders');
  expect(names(added.typed)).toEqual(['Kamla Bisht', 'Not saved yet', '']);
  expect(added.goOn).toBe('founders.2.name');
  for (const invalidIntent of [
    'up.founders.0',
    'down.founders.1',
    'remove.founders.7',
    'remove.founders.x',
    'add.figures',
    'add.__proto__',
    '__proto__',
    '',
  ])
    expect(rearrange(founders, start, invalidIntent)).toEqual({ typed: start });
});
