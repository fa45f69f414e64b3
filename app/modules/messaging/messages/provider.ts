export type Mail = {
  /** The message's id, the same when it is sent again. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  replyTo?: string;
};

/** An SMS or a WhatsApp text. */
export type ShortText = {
  /** The message's id. */
  id: string;
  /** In E.164. */
  to: string;
  text: string;
  /** The registered template and its variables, in order; null for free text. */
  template: { name: string; variables: readonly string[] } | null;
};

/** `unsent`: no supplier. `refused`: permanently. */
export type SupplierAnswer =
  | { state: 'sent'; providerId: string }
  | { state: 'unsent' }
  | { state: 'refused'; reason: string };

/** Sends emails. Throws when a later attempt may succeed; must answer within a minute. */
export type EmailProvider = {
  send(mail: Mail): Promise<SupplierAnswer>;
};

export type TextProvider = {
  send(text: ShortText): Promise<SupplierAnswer>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    email: EmailProvider;
    /** Undefined: the channel is not offered. */
    sms?: TextProvider;
    whatsapp?: TextProvider;
  }
}
