import type { EmailProvider } from '#app/modules/messaging/messages/provider.ts';

/** Without a mail server, the shop stores emails and shows them in the admin area. */
export const outboxOnlyEmail: EmailProvider = {
  async send() {
    return { state: 'unsent' };
  },
};
