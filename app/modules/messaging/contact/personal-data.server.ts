import { desc } from 'drizzle-orm';
import { wasAddressOf } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import type { PersonalData } from '#app/platform/personal-data.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { forgetContactMessages, removeContactMessagesBefore } from './contact.server.ts';
import { contactMessages } from './tables.server.ts';

export const contactData: PersonalData = {
  read: { messagesFromYou: readMessagesFromYou },
  erase: (shop, { addresses }) => forgetContactMessages(shop, addresses),
  removeBefore: removeContactMessagesBefore,
};

async function readMessagesFromYou(shop: Shop) {
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
