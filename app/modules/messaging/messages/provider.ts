export type Mail = {
  /** The message's own id; the same mail given twice carries the same, so that the receiver can tell. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  replyTo?: string;
};

/** An SMS or a WhatsApp text. */
export type ShortText = {
  /** The message's own id, like a mail's. */
  id: string;
  /** In E.164. */
  to: string;
  text: string;
  /** The registered text this is, and what stands in its places, in their order; null for somebody's own words. */
  template: { name: string; variables: readonly string[] } | null;
};

/** `unsent`: there is no supplier, the message stays readable in the shop. `refused`: this one will never be taken, trying again is useless. */
export type SupplierAnswer =
  | { state: 'sent'; providerId: string }
  | { state: 'unsent' }
  | { state: 'refused'; reason: string };

/** Gives mails to whoever carries them. Throws when it may work later; must answer within a minute. */
export type EmailProvider = {
  send(mail: Mail): Promise<SupplierAnswer>;
};

/** The same for SMS or for WhatsApp. */
export type TextProvider = {
  send(text: ShortText): Promise<SupplierAnswer>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    email: EmailProvider;
    /** Not there: nothing is written for that channel, and nothing is promised of it. */
    sms?: TextProvider;
    whatsapp?: TextProvider;
  }
}
