import type { TextProvider } from '#app/modules/messaging/messages/provider.ts';

/** The demo's: every SMS and WhatsApp text stays in the shop, readable in the admin area. */
export const outboxOnlyTexts: TextProvider = {
  async send() {
    return { state: 'unsent' };
  },
};
