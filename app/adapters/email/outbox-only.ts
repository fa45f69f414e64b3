import type { EmailProvider } from '#app/modules/messaging/messages/provider.ts';

/** Where no mail server is set: every mail stays in the shop, readable in the admin area. */
export const outboxOnlyEmail: EmailProvider = {
  async send() {
    return { state: 'unsent' };
  },
};
