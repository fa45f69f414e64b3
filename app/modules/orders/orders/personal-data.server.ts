import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { wasAddressOf } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { forgetMessagesAbout } from '#app/modules/messaging/messages/forget-messages.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import type { PersonalData } from '#app/platform/personal-data.ts';
import { adminOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { isOfMyOrders } from './orders.server.ts';
import { orders } from './tables.server.ts';

export const orderData: PersonalData = {
  read: { messagesToYou: readMessagesToYou },
  async erase(shop, { userId }) {
    const theirs = await shop.database.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
    await forgetMessagesAbout(shop, { orderIds: theirs.map(({ id }) => id) });
    await forgetPersonalization(shop, userId);
  },
};

/** Emails without an order, whose text is shown anyway. */
const REPEATED: readonly string[] = ['custom-order-received', 'account-deletion'];

const withoutLinks = sql`regexp_replace(${messages.bodyText}, '/commission/[[:alnum:]_.-]+', '/commission/…', 'g')`;

async function readMessagesToYou(shop: Shop) {
  const { userId, emailVerified } = signedIn(shop);
  const mine = or(
    isOfMyOrders(shop, messages.orderId),
    emailVerified ? wasAddressOf(userId, messages.recipient, messages.createdAt) : undefined,
  );
  return shop.database
    .select({
      channel: messages.channel,
      recipient: messages.recipient,
      subject: messages.subject,
      // Links and codes in some emails give access to the account, so their text is hidden.
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

/** Deletes answers and notes of finished orders only. Only for admins and background jobs. */
async function forgetPersonalization(shop: Shop, userId: string): Promise<void> {
  adminOnly(shop);
  const isFinished = and(eq(orders.userId, userId), inArray(orders.status, ['delivered', 'cancelled']));
  await shop.database
    .update(orders)
    .set({ customerNote: '', giftNote: sql`left(${orders.giftNote}, 0)` })
    .where(isFinished);
  await shop.database
    .update(orders)
    .set({
      items: sql`(select jsonb_agg(item - 'personalization' order by place) from jsonb_array_elements(${orders.items}) with ordinality each (item, place))`,
    })
    .where(and(isFinished, sql`jsonb_path_exists(${orders.items}, '$[*].personalization')`));
}
