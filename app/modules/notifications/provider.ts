export type Mail = {
  /** The message's own id; the same mail given twice carries the same, so that the receiver can tell. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  replyTo?: string;
};

/** `unsent`: there is no mail server, the message stays readable in the shop. `refused`: this mail will never be taken, trying again is useless. */
export type MailAnswer =
  | { state: 'sent'; providerId: string }
  | { state: 'unsent' }
  | { state: 'refused'; reason: string };

/** Gives mails to whoever carries them. Throws when it may work later; must answer within a minute. */
export type EmailProvider = {
  send(mail: Mail): Promise<MailAnswer>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    email: EmailProvider;
  }
}
