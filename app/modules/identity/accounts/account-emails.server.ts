import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import type { EmailOn } from '#app/platform/mail/email.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { type Copy, renderMail } from '#app/platform/mail/render-mail.server.tsx';
import type { Events } from '#app/platform/outbox/outbox.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { authUsers, userProfiles } from './tables.server.ts';

export type AccountMail = { template: string; recipient: string; copyFor: (shop: ShopIdentity) => Copy };

/**
 * Returns a builder for account emails. Emails that anyone can request contain nothing that the requester typed (T15,
 * T16).
 */
export const createAccountMail =
  <Facts extends object>(copy: { [Kind in keyof Facts]: (facts: Facts[Kind], shop: ShopIdentity) => Copy }) =>
  <Kind extends keyof Facts & string>(template: Kind, facts: Facts[Kind] & { email: string }): AccountMail => ({
    template,
    recipient: facts.email,
    copyFor: (shop) => copy[template](facts, shop),
  });

type Write<Name extends keyof Events, Mail> = (
  shop: Shop,
  payload: Events[Name],
  context: Parameters<EmailOn<Name>['write']>[2],
) => Promise<Mail | undefined>;

export const accountEmail = <Name extends keyof Events>(
  name: string,
  on: Name,
  write: Write<Name, AccountMail>,
): EmailOn<Name> => ({
  name: `notifications.${name}`,
  on,
  async write(shop, payload, context) {
    const mail = await write(shop, payload, context);
    return mail ? [await renderAccountMail(mail, context.eventId, await readShopIdentity(shop))] : [];
  },
});

export const ownersEmail = <Name extends keyof Events>(
  name: string,
  on: Name,
  write: Write<Name, (email: string) => AccountMail>,
): EmailOn<Name> => ({
  name: `notifications.${name}`,
  on,
  async write(shop, payload, context) {
    const mailTo = await write(shop, payload, context);
    if (!mailTo) return [];
    const [identity, owners] = await Promise.all([readShopIdentity(shop), findOwners(shop)]);
    return Promise.all(
      owners.map(({ userId, email }) => renderAccountMail(mailTo(email), `${context.eventId}:${userId}`, identity)),
    );
  },
});

const renderAccountMail = async ({ copyFor, ...to }: AccountMail, occasion: string, identity: ShopIdentity) => ({
  ...(await renderMail(copyFor(identity), identity)),
  ...to,
  occasion,
});

// Not filtered by owner: the email goes to the owners of the shop.
const findOwners = ({ database }: Shop) =>
  database
    .select({ userId: userProfiles.id, email: userProfiles.email })
    .from(userProfiles)
    .where(
      and(eq(userProfiles.isAdmin, true), eq(userProfiles.adminRole, 'owner'), isNull(userProfiles.deactivatedAt)),
    );

/**
 * Returns the account's address and name, or undefined until the address is confirmed, because a stranger may have
 * typed both.
 */
export async function findRecipient(shop: Shop, userId: string, condition?: SQL) {
  const [person] = await shop.database
    .select({ email: userProfiles.email, name: userProfiles.name })
    .from(userProfiles)
    .innerJoin(authUsers, and(eq(authUsers.id, userProfiles.id), eq(authUsers.email, userProfiles.email)))
    .where(and(eq(userProfiles.id, userId), condition));
  return person;
}
