import { WHATSAPP_LANGUAGES, type WhatsAppLanguage } from '#app/modules/notifications/whatsapp-texts.ts';
import { DAY_IN_SECONDS, readCookie, textCookie } from '#app/routes/cookies.server.ts';

/** The language an admin last wrote WhatsApp texts in, in this browser. */
export const languageCookie = textCookie('whatsapp_language', { maxAge: 365 * DAY_IN_SECONDS, httpOnly: true });

export async function readLanguage(request: Request): Promise<WhatsAppLanguage> {
  const language = await readCookie(request, languageCookie);
  return language !== undefined && language in WHATSAPP_LANGUAGES ? (language as WhatsAppLanguage) : 'en';
}
