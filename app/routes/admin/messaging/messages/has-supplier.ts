import type { MessageSummary } from '#app/modules/messaging/messages/message.ts';
import type { Config } from '#app/platform/config.server.ts';

export const hasSupplier = (
  { smtpUrl, msg91, whatsapp }: Pick<Config, 'smtpUrl' | 'msg91' | 'whatsapp'>,
  channel: MessageSummary['channel'],
): boolean => ({ email: smtpUrl, sms: msg91, whatsapp })[channel] !== undefined;
