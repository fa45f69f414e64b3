import { and, eq, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { type ProvenAddress, wasAddressOf } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { CONFIRM_LINK_HOURS } from '#app/modules/identity/sign-in/email.server.ts';
import { type Shop, adminOnly } from '#app/platform/shop.server.ts';
import { ACCOUNT_TEMPLATES } from './message.ts';
import { messages, unconfirmedRecipients } from './tables.server.ts';

/** Removes the contents of messages. Their rows stay, so that nothing is sent twice. */
export async function forgetMessages(
  shop: Shop,
  { email, addresses }: { email: string; addresses: readonly ProvenAddress[] },
): Promise<void> {
  adminOnly(shop);
  // The email to the previous address is sent shortly after the change.
  const addressesLeft = addresses.flatMap(({ email, until }) =>
    until === null ? [] : [{ email, after: until, until: new Date(until.getTime() + CONFIRM_LINK_HOURS * 3_600_000) }],
  );
  const isProven = addresses.some((address) => address.email === email && address.until === null);
  await emptyMessages(
    shop,
    or(
      wasAddressOf(addresses, messages.recipient, messages.createdAt),
      wasAddressOf(addresses, messages.replyTo, messages.createdAt),
      and(eq(messages.template, 'email-changed'), wasAddressOf(addressesLeft, messages.recipient, messages.createdAt)),
      isProven ? undefined : and(eq(messages.recipient, email), inArray(messages.template, ACCOUNT_TEMPLATES)),
    ),
  );
  await forgetRecipients(shop, eq(unconfirmedRecipients.email, email));
}

/** Removes the contents of messages about a record. Their rows stay too. */
export async function forgetMessagesAbout(
  shop: Shop,
  about: { orderIds: readonly string[] } | { requestIds: readonly string[] },
): Promise<void> {
  adminOnly(shop);
  await emptyMessages(
    shop,
    'orderIds' in about
      ? inArray(messages.orderId, [...about.orderIds])
      : or(
          inArray(messages.requestId, [...about.requestIds]),
          inArray(sql`split_part(${messages.key}, ':', 2)`, [...about.requestIds]),
        ),
  );
}

const emptyMessages = (shop: Shop, which: SQL | undefined) =>
  shop.database
    .update(messages)
    .set({
      recipient: sql`case when ${messages.template} like 'owner-%' then ${messages.recipient} else 'deleted' end`,
      replyTo: null,
      subject: '',
      bodyText: '',
      bodyHtml: null,
      variables: null,
      state: sql`case when ${messages.state} = 'queued' then 'failed' else ${messages.state} end`,
    })
    .where(which);

export async function removeMessagesBefore(shop: Shop, day: Date): Promise<void> {
  adminOnly(shop);
  await shop.database.delete(messages).where(lt(messages.createdAt, day));
  await forgetRecipients(
    shop,
    notExists(shop.database.select().from(messages).where(eq(messages.recipient, unconfirmedRecipients.email))),
  );
}

/** Addresses that stopped our emails stay stored. */
const forgetRecipients = (shop: Shop, which: SQL) =>
  shop.database.delete(unconfirmedRecipients).where(and(isNull(unconfirmedRecipients.stoppedAt), which));
