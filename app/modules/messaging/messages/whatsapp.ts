import { formatRupees, type Paise } from '#app/basics/money.ts';

export const WHATSAPP_LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const;
export type WhatsAppLanguage = keyof typeof WHATSAPP_LANGUAGES;

/** WhatsApp hides longer text behind "Read more". */
export const WHATSAPP_TEXT_LENGTH = 700;

/** `link` may be empty. `amount` is the amount due or refunded, or 0. */
export type WhatsAppFacts = {
  name: string;
  shopName: string;
  number: string;
  artwork: string;
  link: string;
  amount: Paise;
  /** Courier and number of each parcel, or its tracking page. */
  parcels: readonly string[];
};

export type WhatsAppCopy = (facts: {
  number: string;
  artwork: string;
  link: string;
  amount: string;
  parcels: string;
}) => Record<WhatsAppLanguage, string>;

export function writeWhatsApp(
  copy: WhatsAppCopy,
  { name, shopName, amount, parcels, artwork, ...facts }: WhatsAppFacts,
): Record<WhatsAppLanguage, string> {
  const first = name.trim().split(/\s+/)[0] ?? '';
  const { en, hi } = copy({
    ...facts,
    artwork: artwork.length > 80 ? `${artwork.slice(0, 79)}…` : artwork,
    amount: amount > 0 ? formatRupees(amount) : '',
    parcels: parcels.map((parcel) => ` ${parcel.replace(/\.$/, '')}.`).join(''),
  });
  return {
    en: `Namaste ${first}, this is ${shopName}. ${en}`.replace('Namaste ,', 'Namaste,'),
    hi: `नमस्ते ${first} जी, ${shopName} से। ${hi}`.replace('नमस्ते  जी', 'नमस्ते'),
  };
}
