import type { TextProvider } from '#app/modules/messaging/messages/provider.ts';
import type { Config } from '#app/platform/config.server.ts';
import { outboxOnlyTexts } from './outbox-only-texts.ts';
import { msg91Sms } from './msg91.server.ts';
import { whatsAppCloud } from './whatsapp-cloud.server.ts';

/** Who carries SMS and WhatsApp: those that have credentials; a demo keeps the others' texts, a live shop writes none. */
export function openTexts({ mode, msg91, whatsapp }: Config): { sms?: TextProvider; whatsapp?: TextProvider } {
  const otherwise = mode === 'demo' ? outboxOnlyTexts : undefined;
  return {
    sms: msg91 ? msg91Sms(msg91) : otherwise,
    whatsapp: whatsapp ? whatsAppCloud(whatsapp) : otherwise,
  };
}
