import type { TextProvider } from '#app/modules/messaging/messages/provider.ts';
import type { Config } from '#app/platform/config.server.ts';
import { outboxOnlyTexts } from './outbox-only-texts.ts';
import { msg91Sms } from './msg91.server.ts';
import { whatsAppCloud } from './whatsapp-cloud.server.ts';

/** Returns the suppliers that have credentials. Without credentials, a demo stores texts and a live shop sends none. */
export function openTexts({ mode, msg91, whatsapp }: Config): { sms?: TextProvider; whatsapp?: TextProvider } {
  const otherwise = mode === 'demo' ? outboxOnlyTexts : undefined;
  return {
    sms: msg91 ? msg91Sms(msg91) : otherwise,
    whatsapp: whatsapp ? whatsAppCloud(whatsapp) : otherwise,
  };
}
