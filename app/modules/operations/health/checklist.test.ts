import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, settingsFrom } from '#app/modules/store/settings/settings.ts';
import { closingMessage, closingTitle } from '#app/modules/store/closing/messages.ts';
import { isReady, listOpening, OPENING_ITEMS, type OpeningFacts, type OpeningItemId } from './checklist.ts';
import { closingOf } from '#app/modules/store/closing/closing.ts';

const live = settingsFrom('live', {});
const READY: OpeningFacts = {
  settings: {
    ...live,
    contact: {
      ...live.contact,
      email: 'sarla@shop.in',
      phone: '+91 94120 11111',
      whatsapp: '+91 94120 11111',
      address: '4 Mall Road, Almora 263601',
    },
    legal: {
      sellerName: 'Sarla Devi',
      sellerAddress: '4 Mall Road, Almora 263601',
      grievanceName: 'Hem Joshi',
      grievanceEmail: 'care@shop.in',
      grievancePhone: null,
    },
  },
  withoutOrigin: 0,
  incompleteSkinCare: 0,
  sampleArtworks: 0,
  sampleAccounts: 0,
  isUpiTried: true,
  isGatewayTried: false,
  arePoliciesRead: true,
  isMailTried: true,
  ownersWithoutSecondFactor: [],
  isBackedUp: true,
};
const { settings } = READY;
const TESTIMONIAL = {
  name: 'Meera',
  place: 'Saree',
  quote: 'Lovely',
  rating: 5,
  source: 'By mail, 3 October 2026',
  hasConsent: true,
};
const { legal } = settings;

/** For each item, a cause that makes it incomplete, and the text of its row. */
const MISSING: Record<OpeningItemId, [Partial<OpeningFacts>, RegExp, string][]> = {
  seller: [
    [{ settings: { ...settings, legal: { ...legal, sellerName: null } } }, /who is selling/, '/admin/settings#seller'],
    [
      { settings: { ...settings, legal: { ...legal, sellerAddress: null } } },
      /who is selling/,
      '/admin/settings#seller',
    ],
  ],
  contact: (['email', 'phone', 'whatsapp', 'address'] as const).map((name) => [
    { settings: { ...settings, contact: { ...settings.contact, [name]: DEFAULT_SETTINGS.contact[name] } } },
    new RegExp(`Still sample data: ${name}`, 'i'),
    '/admin/settings#contact',
  ]),
  'grievance-officer': [
    [
      { settings: { ...settings, legal: { ...legal, grievanceName: null } } },
      /48 hours .* a month/,
      '/admin/settings#seller',
    ],
    [{ settings: { ...settings, legal: { ...legal, grievanceEmail: null } } }, /48 hours/, '/admin/settings#seller'],
  ],
  origin: [[{ withoutOrigin: 3 }, /^3 pieces have none/, '/admin/opening#origin']],
  'skin-care': [[{ incompleteSkinCare: 1 }, /^1 piece has no maker/, '/admin/artworks?medium=skin-care']],
  payment: [[{ isUpiTried: false }, /₹1/, '/admin/opening#payment']],
  policies: [[{ arePoliciesRead: false }, /bound by/, '/admin/opening#policies']],
  sample: [
    [{ sampleArtworks: 14 }, /14 pieces/, '/admin/artworks'],
    [{ sampleArtworks: 1 }, /1 piece\./, '/admin/artworks'],
    [{ sampleAccounts: 6 }, /6 accounts/, '/admin/users?q=%40bisvar.example'],
    [{ sampleAccounts: 1 }, /1 account\./, '/admin/users?q=%40bisvar.example'],
    [{ settings: { ...settings, figures: DEFAULT_SETTINGS.figures } }, /figures/, '/admin/settings/home#figures'],
    [
      { settings: { ...settings, testimonials: DEFAULT_SETTINGS.testimonials.slice(1, 2) } },
      /testimonials/,
      '/admin/settings/home#testimonials',
    ],
    [{ settings: { ...settings, founders: DEFAULT_SETTINGS.founders } }, /founders/, '/admin/settings/home#founders'],
    ...[{ source: '' }, { hasConsent: false }].map((lack): (typeof MISSING)['sample'][number] => [
      { settings: { ...settings, testimonials: [{ ...TESTIMONIAL, ...lack }] } },
      /testimonials without source or consent/,
      '/admin/settings/home#testimonials',
    ]),
  ],
  mail: [[{ isMailTried: false }, /by email/, '/admin/opening#mail']],
  'second-factor': [
    [{ ownersWithoutSecondFactor: ['Sarla', 'Hem'] }, /Sarla, Hem have not set it up/, '/profile/security/two-step'],
  ],
  backup: [[{ isBackedUp: false }, /if the server fails/, '/admin/opening#backup']],
};

describe('the list of opening day', () => {
  test('is done when nothing is missing', () => {
    expect(isReady(READY)).toBe(true);
    expect(isReady({ ...READY, settings: { ...settings, testimonials: [TESTIMONIAL] } })).toBe(true);
    expect(listOpening(READY).filter(({ isDone }) => !isDone)).toEqual([]);
  });

  test.each(OPENING_ITEMS.map(({ id }) => id))(
    'reports %s as the only missing item, with its reason and its next step',
    (id) => {
      for (const [change, detail, to] of MISSING[id]) {
        const facts = { ...READY, ...change };
        expect(isReady(facts)).toBe(false);
        const missing = listOpening(facts).filter(({ isDone }) => !isDone);
        expect(missing).toMatchObject([{ id, detail: expect.stringMatching(detail), step: { to } }]);
      }
    },
  );

  test('accepts a tested gateway instead of the UPI address', () => {
    expect(isReady({ ...READY, isUpiTried: false, isGatewayTried: true })).toBe(true);
  });

  test('a new live shop has everything except artworks and accounts', () => {
    const facts = {
      ...READY,
      settings: live,
      isUpiTried: false,
      arePoliciesRead: false,
      isMailTried: false,
      isBackedUp: false,
    };
    const missing = listOpening({ ...facts, ownersWithoutSecondFactor: ['Hem'] }).filter(({ isDone }) => !isDone);
    expect(missing.map(({ id }) => id)).toEqual([
      'seller',
      'contact',
      'grievance-officer',
      'payment',
      'policies',
      'mail',
      'second-factor',
      'backup',
    ]);
  });
});

describe('a shop', () => {
  const opened = new Date('2026-11-20T10:00:00Z');
  const shop = {
    mode: 'live',
    openedAt: null,
    firstOrderAt: null,
    isReady: true,
    awayUntil: null,
    today: '2026-11-21',
  } as const;

  test('a live shop sells once opened, while nothing is missing', () => {
    expect(closingOf(shop)).toEqual({ reason: 'not-open' });
    expect(closingOf({ ...shop, openedAt: opened })).toBeUndefined();
    expect(closingOf({ ...shop, openedAt: opened, isReady: false })).toEqual({ reason: 'not-open' });
  });

  test('that has received an order stays open, whatever the list says', () => {
    expect(closingOf({ ...shop, openedAt: opened, firstOrderAt: opened, isReady: false })).toBeUndefined();
  });

  test('that is a demo is never unopened', () => {
    expect(closingOf({ ...shop, mode: 'demo', isReady: false })).toBeUndefined();
  });

  test('a paused shop reopens and announces its return date', () => {
    const away = { ...shop, openedAt: opened, awayUntil: '2026-11-22' };
    expect(closingOf(away)).toEqual({ reason: 'away', until: '2026-11-22' });
    expect(closingOf({ ...away, today: '2026-11-22' })).toBeUndefined();
    expect(closingOf({ ...away, openedAt: null })).toEqual({ reason: 'not-open' });
    expect(closingTitle(closingOf(away)!)).toBe('We are away until 22 November 2026');
    expect(closingMessage(closingOf(away)!)).toContain('You can order again from 22 November 2026');
    expect(closingTitle({ reason: 'not-open' })).toBe('We open soon');
  });
});
