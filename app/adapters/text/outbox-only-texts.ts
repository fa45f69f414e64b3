import type { TextProvider } from '#app/modules/messaging/messages/provider.ts';

/** In a demo, the admin area shows the texts. */
export const outboxOnlyTexts: TextProvider = {
  async send() {
    return { state: 'unsent' };
  },
};
