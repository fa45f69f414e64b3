import { createTransport } from 'nodemailer';
import type { EmailProvider, Mail } from '#app/modules/messaging/messages/provider.ts';

export type SmtpOptions = {
  url: string;
  from: string;
  answersWithinMs?: number;
};

const ANSWERS_WITHIN_MS = 20_000;

/** Line breaks could add a header to the email (T21). */
const ONE_ADDRESS = /^[^\s@<>"',;:]+@[^\s@<>"',;:]+$/u;
const LINE_BREAK = /[\r\n\0\u2028\u2029]/u;

/** Sends emails by SMTP. Refuses unsafe headers and permanent failures (5xx); throws everything else for a retry. */
export function smtpEmail({
  url,
  from,
  answersWithinMs = ANSWERS_WITHIN_MS,
}: SmtpOptions): EmailProvider & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: answersWithinMs / 2,
    greetingTimeout: answersWithinMs / 2,
    socketTimeout: answersWithinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1];
  if (!domain || LINE_BREAK.test(from))
    throw new Error('MAIL_FROM must be an email address, with or without a name before it');

  return {
    async send(mail) {
      const unsafe = headerProblem(mail);
      if (unsafe) return { state: 'refused', reason: unsafe };
      try {
        const { response, messageId } = await transport.sendMail({
          messageId: `<${mail.id}@${domain}>`,
          from,
          to: { name: '', address: mail.to },
          replyTo: mail.replyTo,
          subject: mail.subject,
          text: mail.text,
          html: mail.html ?? undefined,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { state: 'sent', providerId: messageId ?? response };
      } catch (error) {
        if (refusedForGood(error)) return { state: 'refused', reason: error.message };
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

function headerProblem({ to, subject, replyTo }: Mail): string | undefined {
  if (!ONE_ADDRESS.test(to)) return 'The recipient is not a single email address';
  if (replyTo !== undefined && !ONE_ADDRESS.test(replyTo)) return 'The reply-to address is not a single email address';
  return LINE_BREAK.test(subject) ? 'The subject has a line break' : undefined;
}

/** A refused sign-in means a wrong setting, so the email is tried again later. */
function refusedForGood(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
}
