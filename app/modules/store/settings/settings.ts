import { z } from 'zod';
import type { Holiday } from './setting-values.ts';
import { schemas } from './setting-schemas.ts';

/** Everything the owner may change about the shop; what was never changed has the specifications' value. */
export const settingsSchema = z.strictObject(schemas);
export type Settings = z.infer<typeof settingsSchema>;
export type SettingKey = keyof Settings;

/** The shop as it stands before the owner changed anything. */
export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

/** What a live shop doesn't begin with: it says of itself what its owner has written. */
const LIVE_BEGINS: Partial<z.input<typeof settingsSchema>> = {
  upi: { address: null, name: null, isMerchant: false },
  figures: { happyCustomers: null, artworks: null, years: null, cities: null, rating: null, foundedIn: null },
  testimonials: [],
  founders: [],
  promises: { emiAbove: null, isInsured: false, hasCertificate: false, sendsPhotos: false },
};

/** The settings with what is stored of them, by key; the first values of the shop's mode stand for the rest. Throws ZodError. */
export const settingsFrom = (mode: 'demo' | 'live', stored: Partial<Record<SettingKey, unknown>>): Settings =>
  settingsSchema.parse({ ...(mode === 'live' && LIVE_BEGINS), ...stored });

const CONTACT_KEYS = ['email', 'phone', 'whatsapp', 'address'] as const;
type ContactKey = (typeof CONTACT_KEYS)[number];

/** The contact details that are still the sample's. */
export const sampleContactKeys = ({ contact }: Pick<Settings, 'contact'>): ContactKey[] =>
  CONTACT_KEYS.filter((key) => contact[key] === DEFAULT_SETTINGS.contact[key]);

/** Contact details as visitors see them: null where a live shop still has the sample's. */
export type ShownContact = Omit<Settings['contact'], ContactKey> & Record<ContactKey, string | null>;

/** Returns the contact details that a shop of this mode may show to visitors. */
export function shownContact(mode: 'demo' | 'live', settings: Pick<Settings, 'contact'>): ShownContact {
  const hidden = mode === 'live' ? sampleContactKeys(settings) : [];
  return { ...settings.contact, ...Object.fromEntries(hidden.map((key) => [key, null])) };
}

/** The testimonials a shop shows: a live one only those whose source is written down and whose author has consented. */
export const shownTestimonials = (
  mode: 'demo' | 'live',
  testimonials: Settings['testimonials'],
): Settings['testimonials'] => (mode === 'demo' ? testimonials : testimonials.filter(isAttested));

/** Whether it is written down where a testimonial comes from, and that its author has consented. */
export const isAttested = ({ source, hasConsent }: Settings['testimonials'][number]): boolean =>
  source !== '' && hasConsent;

/** 'shipping_mode' for shippingMode: the name a setting has in its table. */
export const storedKey = (key: SettingKey): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The holiday a day in India ('YYYY-MM-DD') falls on; the one that lasts longest when several do. */
export function holidayOn(holidays: readonly Holiday[], day: string): Holiday | undefined {
  return holidays.filter(({ from, to }) => from <= day && day <= to).toSorted((a, b) => (a.to < b.to ? 1 : -1))[0];
}

/** The holidays that aren't over on a day in India, the nearest first. */
export const comingHolidays = (holidays: readonly Holiday[], day: string): Holiday[] =>
  holidays.filter(({ to }) => to >= day).toSorted((a, b) => (a.from < b.from ? -1 : 1));
