import type { TextProvider } from '#app/modules/messaging/messages/provider.ts';

/** In a demo, texts stay in the admin area. */
export const outboxOnlyTexts: TextProvider = {
  async send() {
    return { state: 'unsent' };
  },
};
