export type Mail = {
  /** Stays the same when the message is sent again. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  replyTo?: string;
};

export type ShortText = {
  id: string;
  to: string;
  text: string;
  /** Null for free text. */
  template: { name: string; variables: readonly string[] } | null;
};

/** `unsent`: the shop has no supplier. `refused`: the supplier refused permanently. */
export type SupplierAnswer =
  | { state: 'sent'; providerId: string }
  | { state: 'unsent' }
  | { state: 'refused'; reason: string };

/** Sends an email. Throws when a later attempt may succeed. Must answer within a minute. */
export type EmailProvider = {
  send(mail: Mail): Promise<SupplierAnswer>;
};

export type TextProvider = {
  send(text: ShortText): Promise<SupplierAnswer>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    email: EmailProvider;
    sms?: TextProvider;
    whatsapp?: TextProvider;
  }
}
