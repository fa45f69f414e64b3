import { desc, inArray, or, sql } from 'drizzle-orm';
import { wasAddressOf } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { contactMessages } from '#app/modules/messaging/contact/tables.server.ts';
import type { Template } from '#app/modules/messaging/messages/message.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { ofMyOrders } from './read-orders.server.ts';

/** Of the mails that belong to no order, those whose text may be repeated. */
const REPEATED: readonly Template[] = ['custom-order-received', 'account-deletion'];

/** The link to a commission is a key as well, which mails about its order carry. */
const withoutLinks = sql`regexp_replace(${messages.bodyText}, '/commission/[[:alnum:]_.-]+', '/commission/…', 'g')`;

/** What the shop wrote to the signed-in person; what goes by an address alone is theirs once they have shown that the address is. */
export async function readMessagesToYou(shop: Shop) {
  const { userId, emailVerified } = signedIn(shop);
  const mine = or(
    ofMyOrders(shop, messages.orderId),
    emailVerified ? wasAddressOf(userId, messages.recipient, messages.createdAt) : undefined,
  );
  return shop.database
    .select({
      channel: messages.channel,
      recipient: messages.recipient,
      subject: messages.subject,
      // Mails with links and codes are keys to the account, not memories: they are named, not repeated.
      text: sql<
        string | null
      >`case when ${messages.orderId} is not null or ${inArray(messages.template, [...REPEATED])} then ${withoutLinks} end`,
      state: messages.state,
      createdAt: messages.createdAt,
      sentAt: messages.sentAt,
    })
    .from(messages)
    .where(sql`${messages.template} not like 'owner-%' and ${mine}`)
    .orderBy(desc(messages.createdAt));
}

/** What the signed-in person wrote to the shop, once they have shown that the address they gave is theirs. */
export async function readMessagesFromYou(shop: Shop) {
  const { userId, emailVerified } = signedIn(shop);
  if (!emailVerified) return [];
  return shop.database
    .select({
      ticketNumber: contactMessages.ticketNumber,
      name: contactMessages.name,
      email: contactMessages.email,
      phone: contactMessages.phone,
      subject: contactMessages.subject,
      message: contactMessages.message,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(wasAddressOf(userId, contactMessages.email, contactMessages.createdAt))
    .orderBy(desc(contactMessages.createdAt));
}
