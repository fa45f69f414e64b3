import { toE164 } from '#app/basics/phone.ts';
import type { WhatsAppFacts, WhatsAppLanguage } from '#app/modules/messaging/messages/whatsapp.ts';
import { type WhatsAppMoment, whatsAppTexts } from '#app/modules/requests/requests/whatsapp-texts.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { readLanguage } from './language-cookie.server.ts';

export type WhatsAppDraft = { phone: string; text: string; language: WhatsAppLanguage; key: string };

/** Writes the text in the admin's last chosen language. Returns null for an invalid phone. */
export async function draftWhatsApp(
  shop: Shop,
  request: Request,
  { phone, moment, facts }: { phone: string | null; moment: WhatsAppMoment | undefined; facts: WhatsAppFacts },
): Promise<WhatsAppDraft | null> {
  const number = toE164(phone ?? '');
  if (!number || !moment) return null;
  const language = await readLanguage(shop, request);
  return { phone: number, text: whatsAppTexts(moment, facts)[language], language, key: crypto.randomUUID() };
}
