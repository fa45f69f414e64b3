import { WHATSAPP_LANGUAGES, type WhatsAppLanguage } from '#app/modules/messaging/messages/whatsapp.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { readCookie } from '#app/routes/cookies.server.ts';

export async function readLanguage(shop: Shop, request: Request): Promise<WhatsAppLanguage> {
  const language = await readCookie(shop, request, 'whatsapp_language');
  return language !== undefined && Object.hasOwn(WHATSAPP_LANGUAGES, language) ? (language as WhatsAppLanguage) : 'en';
}
