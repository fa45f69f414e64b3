import type { EmailProvider, Mail, MailAnswer } from '#app/modules/notifications/provider.ts';

/** A mail server that can be told what to answer next; it keeps what it was given. */
export function fakeEmail(): EmailProvider & { sent: Mail[]; answers: (MailAnswer | Error)[] } {
  const sent: Mail[] = [];
  const answers: (MailAnswer | Error)[] = [];
  return {
    sent,
    answers,
    async send(mail) {
      const answer = answers.shift() ?? { state: 'sent', providerId: `fake-${mail.id}` };
      if (answer instanceof Error) throw answer;
      if (answer.state === 'sent') sent.push(mail);
      return answer;
    },
  };
}
