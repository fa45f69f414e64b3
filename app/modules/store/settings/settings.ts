import { z } from 'zod';
import type { Holiday } from './setting-values.ts';
import { schemas } from './setting-schemas.ts';

export const settingsSchema = z.strictObject(schemas);
export type Settings = z.infer<typeof settingsSchema>;
export type SettingKey = keyof Settings;

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

/** A live shop must not show the sample's claims before the owner writes new ones. */
const LIVE_BEGINS: Partial<z.input<typeof settingsSchema>> = {
  upi: { address: null, name: null, isMerchant: false },
  figures: { happyCustomers: null, artworks: null, years: null, cities: null, rating: null, foundedIn: null },
  testimonials: [],
  founders: [],
  home: {
    heroText: 'Sarees, dupattas, suits and gowns painted to order. Bring your own fabric, or let us find it.',
    searchText:
      'Hand-painted sarees, dupattas and suits, oil paintings, handcraft and skin care. Painted to order, delivered across India.',
    visitText: 'Come and choose your fabric in person.',
  },
  about: { lede: 'Cloth and canvas, painted by hand and sent across India.', story: null },
  footer: { text: 'Hand-painted cloth, oils and craft.' },
  customWork: { paintingFrom: null, stitchingFrom: null },
  promises: { emiAbove: null, isInsured: false, hasCertificate: false, sendsPhotos: false },
};

/** Adds the mode's defaults to stored settings. Throws ZodError. */
export const settingsFrom = (mode: 'demo' | 'live', stored: Partial<Record<SettingKey, unknown>>): Settings =>
  settingsSchema.parse({ ...(mode === 'live' && LIVE_BEGINS), ...stored });

/** Adds the founding year to the end of a sentence, if the settings contain a year. */
export const withFoundingYear = (sentence: string, { foundedIn }: Pick<Settings['figures'], 'foundedIn'>): string =>
  foundedIn === null ? sentence : `${sentence.replace(/\.$/, '')}, since ${foundedIn}.`;

const CONTACT_KEYS = ['email', 'phone', 'whatsapp', 'address'] as const;
type ContactKey = (typeof CONTACT_KEYS)[number];

export const sampleContactKeys = ({ contact }: Pick<Settings, 'contact'>): ContactKey[] =>
  CONTACT_KEYS.filter((key) => contact[key] === DEFAULT_SETTINGS.contact[key]);

/** Null while a live shop still has the sample's contact details. */
export type ShownContact = Omit<Settings['contact'], ContactKey> & Record<ContactKey, string | null>;

export function shownContact(mode: 'demo' | 'live', settings: Pick<Settings, 'contact'>): ShownContact {
  const hidden = mode === 'live' ? sampleContactKeys(settings) : [];
  const { contact } = settings;
  return { ...contact, hours: typesetHours(contact.hours), ...Object.fromEntries(hidden.map((key) => [key, null])) };
}

/** Returns “Mon–Sat 10 AM–8 PM” with en dashes. A line can break only before the first time. */
export const typesetHours = (hours: string): string =>
  hours.replace(/(?<=[\w.]) ?- ?(?=\w)/g, '–\u2060').replace(/(?<=\d) (?=[ap]\.?m)/gi, '\u00A0');

/** A live shop shows only testimonials that have a source and a consent. */
export const shownTestimonials = (
  mode: 'demo' | 'live',
  testimonials: Settings['testimonials'],
): Settings['testimonials'] => (mode === 'demo' ? testimonials : testimonials.filter(isAttested));

export const isAttested = ({ source, hasConsent }: Settings['testimonials'][number]): boolean =>
  source !== '' && hasConsent;

export const storedKey = (key: SettingKey): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the holiday on a day in India, or the longest one if there are several. */
export function holidayOn(holidays: readonly Holiday[], day: string): Holiday | undefined {
  return holidays.filter(({ from, to }) => from <= day && day <= to).toSorted((a, b) => (a.to < b.to ? 1 : -1))[0];
}

export const comingHolidays = (holidays: readonly Holiday[], day: string): Holiday[] =>
  holidays.filter(({ to }) => to >= day).toSorted((a, b) => (a.from < b.from ? -1 : 1));
