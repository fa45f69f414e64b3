import type { TextProvider } from '#app/modules/messaging/messages/provider.ts';

/** In a demo, the shop stores texts and shows them in the admin area. */
export const outboxOnlyTexts: TextProvider = {
  async send() {
    return { state: 'unsent' };
  },
};
