import type { EmailProvider } from '#app/modules/messaging/messages/provider.ts';

/** Without a mail server, the admin area shows the emails. */
export const outboxOnlyEmail: EmailProvider = {
  async send() {
    return { state: 'unsent' };
  },
};
