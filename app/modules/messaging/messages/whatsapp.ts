import { formatRupees, type Paise } from '#app/basics/money.ts';

/** What the studio sends by hand from its own WhatsApp, ready to be changed before it goes. */
export const WHATSAPP_LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const;
export type WhatsAppLanguage = keyof typeof WHATSAPP_LANGUAGES;

/** WhatsApp takes more, but what follows this is behind "Read more". */
export const WHATSAPP_TEXT_LENGTH = 700;

/** What a text is made of. `number`: of the order or the request; `artwork`: what it is about; `link`: where the customer
 * goes on, or empty for a request that has none; `amount`: what is to be paid or goes back, 0 for nothing. */
export type WhatsAppFacts = {
  name: string;
  shopName: string;
  number: string;
  artwork: string;
  link: string;
  amount: Paise;
  /** What is known of the parcels that left: courier and number, or their own page. */
  parcels: readonly string[];
};

export type WhatsAppCopy = (facts: {
  number: string;
  artwork: string;
  link: string;
  amount: string;
  parcels: string;
}) => Record<WhatsAppLanguage, string>;

/** Writes a text in both languages: a greeting, and what there is to say. */
export function writeWhatsApp(
  copy: WhatsAppCopy,
  { name, shopName, amount, parcels, artwork, ...facts }: WhatsAppFacts,
): Record<WhatsAppLanguage, string> {
  const first = name.trim().split(/\s+/)[0] ?? '';
  const { en, hi } = copy({
    ...facts,
    artwork: artwork.length > 80 ? `${artwork.slice(0, 79)}…` : artwork,
    amount: amount > 0 ? formatRupees(amount) : '',
    parcels: parcels.map((parcel) => ` ${parcel}.`).join(''),
  });
  return {
    en: `Namaste ${first}, this is ${shopName}. ${en}`.replace('Namaste ,', 'Namaste,'),
    hi: `नमस्ते ${first} जी, ${shopName} से। ${hi}`.replace('नमस्ते  जी', 'नमस्ते'),
  };
}
