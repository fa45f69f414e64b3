import type { Events } from '#app/platform/outbox/outbox.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export const NOTICE_KINDS = ['order', 'payment', 'message', 'request', 'overdue'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A notification on the devices of owners, which is also emailed to the shop. `detail` is private. */
export type Notice = { kind: NoticeKind; path: string; detail: string };

/** A rendered email, SMS or WhatsApp message. A template is sent once per occasion. */
export type NewMessage = {
  template: string;
  occasion: string;
  channel?: 'email' | 'sms' | 'whatsapp';
  recipient: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string | null;
  variables?: readonly string[];
  orderId?: string | null;
  requestId?: string;
  contactMessageId?: string;
  /** A stranger may have typed an unconfirmed address, so its order emails are limited per day and can be stopped. */
  isLimited?: boolean;
  notice?: Notice;
};

export type MessageHistory = {
  wasWritten(shop: Shop, template: string, occasion: string): Promise<boolean>;
  listWritten(
    shop: Shop,
    orderId: string,
    templates: readonly string[],
  ): Promise<{ template: string; bodyText: string }[]>;
  /** Returns undefined when the order's account confirmed its address. */
  stopAddressFor(shop: Shop, order: { customerEmail: string; userId: string | null }): Promise<string | undefined>;
};

/** A module's messages for an event. `name` is stored with the event, so changing it would send the messages again. */
export type EmailOn<Name extends keyof Events> = {
  name: string;
  on: Name;
  /** Makes `write` run in the transaction that queues its messages. */
  isAtomic?: boolean;
  write(
    shop: Shop,
    payload: Events[Name],
    context: { eventId: string; history: MessageHistory },
  ): Promise<readonly NewMessage[]>;
};

export type Email = { [Name in keyof Events]: EmailOn<Name> }[keyof Events];
