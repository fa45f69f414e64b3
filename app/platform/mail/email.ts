import type { Events } from '#app/platform/outbox/outbox.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** A rendered email, SMS or WhatsApp text before it is queued. A template is sent once for an occasion. */
export type NewMessage = {
  template: string;
  occasion: string;
  channel?: 'email' | 'sms' | 'whatsapp';
  recipient: string;
  /** The address for replies; the shop's unless set. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string | null;
  /** Values for the placeholders of a registered SMS or WhatsApp text. */
  variables?: readonly string[];
  orderId?: string | null;
  requestId?: string;
  contactMessageId?: string;
  /** About an order, to an unconfirmed address: few are sent a day, and none once they are stopped. */
  isLimited?: boolean;
};

/** Questions that an email may ask about earlier messages and their recipients. */
export type MessageHistory = {
  /** Whether the message for this occasion exists. */
  wasWritten(shop: Shop, template: string, occasion: string): Promise<boolean>;
  /** Messages of these templates about an order, without copies that the owner sent again. */
  listWritten(
    shop: Shop,
    orderId: string,
    templates: readonly string[],
  ): Promise<{ template: string; bodyText: string }[]>;
  /** The address that stops emails about somebody's orders; undefined when the account that ordered confirmed its email. */
  stopAddressFor(shop: Shop, order: { customerEmail: string; userId: string | null }): Promise<string | undefined>;
};

/** The messages that a module sends for an event. `name` is stored with the event, so renaming it sends them again. */
export type EmailOn<Name extends keyof Events> = {
  name: string;
  on: Name;
  /** Runs `write` in the transaction that queues its messages. */
  isAtomic?: boolean;
  write(
    shop: Shop,
    payload: Events[Name],
    context: { eventId: string; history: MessageHistory },
  ): Promise<readonly NewMessage[]>;
};

export type Email = { [Name in keyof Events]: EmailOn<Name> }[keyof Events];
