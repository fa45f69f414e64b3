import { INVITATION_DAYS, makeInvitationLink } from '#app/modules/users/invitations.server.ts';
import { describeSignIn } from '#app/modules/sessions/devices.server.ts';
import {
  CONFIRM_LINK_HOURS,
  type ConfirmationMail,
  prepareConfirmationMail,
  findFormerAddress,
  prepareSignUpMail,
} from '#app/modules/credentials/email.server.ts';
import { SIGN_IN_CODE_MINUTES, readSignInCode } from '#app/modules/sign-in/sign-in-code.server.ts';
import { makePasswordResetLink, RESET_LINK_MINUTES } from '#app/modules/credentials/password-reset.server.ts';
import { userProfiles } from '#app/modules/accounts/tables.server.ts';
import type { Template } from '#app/modules/notifications/message.ts';
import { queueMails, wasWritten } from '#app/modules/notifications/notifications.server.ts';
import { type AccountMail, accountMail } from '#app/modules/notifications/templates/account-mails.server.tsx';
import type { Listener } from '#app/platform/outbox/listener.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import { readShopIdentity } from './shop-identity.server.ts';

/** What people are written to about their account: links, codes, and news of what changed. */
export const accountListeners: readonly Listener[] = [
  {
    name: 'notifications.password-reset',
    on: 'accounts.password-reset-requested',
    async handle(shop, { userId }, { id }) {
      const reset = userId === null ? undefined : await makePasswordResetLink(shop, userId);
      if (reset) await write(shop, id, 'password-reset', reset.email, { ...reset, minutes: RESET_LINK_MINUTES });
    },
  },
  {
    name: 'notifications.invitation',
    on: 'accounts.invited',
    async handle(shop, { invitationId }, { id }) {
      // A new link would end the one that was mailed already.
      if (await wasWritten(shop, `invitation:${id}`)) return;
      const invitation = await makeInvitationLink(shop, invitationId);
      if (invitation) await write(shop, id, 'invitation', invitation.email, { ...invitation, days: INVITATION_DAYS });
    },
  },
  {
    name: 'notifications.sign-up',
    on: 'accounts.sign-up-requested',
    async handle(shop, { requestId }, { id }) {
      await writeConfirmation(shop, id, 'sign-up', await prepareSignUpMail(shop, requestId));
    },
  },
  {
    name: 'notifications.confirm-email',
    on: 'accounts.confirmation-requested',
    async handle(shop, { userId }, { id }) {
      await writeConfirmation(shop, id, 'confirm-email', await prepareConfirmationMail(shop, { userId }));
    },
  },
  {
    name: 'notifications.email-change',
    on: 'accounts.email-change-requested',
    async handle(shop, { requestId }, { id }) {
      await writeConfirmation(shop, id, 'confirm-email', await prepareConfirmationMail(shop, { requestId }));
    },
  },
  {
    name: 'notifications.email-changed',
    on: 'accounts.email-changed',
    async handle(shop, { requestId }, { id }) {
      const change = await findFormerAddress(shop, requestId);
      if (change)
        await write(shop, id, 'email-changed', change.former, { name: change.name, email: maskEmail(change.email) });
    },
  },
  {
    name: 'notifications.password-changed',
    on: 'accounts.password-changed',
    async handle(shop, { userId }, { id }) {
      const person = await findPerson(shop, userId);
      if (person) await write(shop, id, 'password-changed', person.email, person);
    },
  },
  {
    name: 'notifications.sign-in-code',
    on: 'accounts.sign-in-code-requested',
    async handle(shop, { userId }, { id }) {
      const made = userId === null ? undefined : await readSignInCode(shop, userId);
      if (made) await write(shop, id, 'sign-in-code', made.email, { ...made, minutes: SIGN_IN_CODE_MINUTES });
    },
  },
  {
    name: 'notifications.new-device',
    on: 'accounts.new-device',
    async handle(shop, about, { id }) {
      const signIn = await describeSignIn(shop, about);
      if (signIn) await write(shop, id, 'new-device', signIn.email, signIn);
    },
  },
  {
    name: 'notifications.second-factor-changed',
    on: 'accounts.second-factor-changed',
    async handle(shop, { userId, isOn }, { id }) {
      const person = await findPerson(shop, userId);
      if (person) await write(shop, id, 'second-factor-changed', person.email, { ...person, isOn });
    },
  },
  {
    name: 'notifications.google-changed',
    on: 'accounts.google-changed',
    async handle(shop, { userId, isLinked }, { id }) {
      const person = await findPerson(shop, userId);
      if (person) await write(shop, id, 'google-changed', person.email, { ...person, isLinked });
    },
  },
  {
    name: 'notifications.account-deletion',
    on: 'accounts.deletion-asked',
    async handle(shop, { userId, dueAt }, { id }) {
      // Undone before we got here: then there is nothing to say.
      const person = await findPerson(shop, userId, isNotNull(userProfiles.deletionDueAt));
      if (person)
        await write(shop, id, 'account-deletion', person.email, { name: person.name, dueAt: new Date(dueAt) });
    },
  },
];

async function writeConfirmation(
  shop: Shop,
  eventId: string,
  template: 'sign-up' | 'confirm-email',
  mail: ConfirmationMail | undefined,
): Promise<void> {
  if (mail?.kind === 'link') await write(shop, eventId, template, mail.email, { ...mail, hours: CONFIRM_LINK_HOURS });
  if (mail?.kind === 'registered') await write(shop, eventId, 'already-registered', mail.email, mail);
}

async function write<Kind extends keyof AccountMail & Template>(
  shop: Shop,
  eventId: string,
  template: Kind,
  recipient: string,
  facts: AccountMail[Kind],
): Promise<void> {
  const mail = await accountMail(template, facts, await readShopIdentity(shop));
  await queueMails(shop, [{ ...mail, key: `${template}:${eventId}`, template, recipient, orderId: null }]);
}

async function findPerson(
  shop: Shop,
  userId: string,
  only?: SQL,
): Promise<{ email: string; name: string } | undefined> {
  const [person] = await shop.database
    .select({ email: userProfiles.email, name: userProfiles.name })
    .from(userProfiles)
    .where(and(eq(userProfiles.id, userId), only));
  return person;
}

/** Enough of an address to know one's own by: 'a…@example.in'. */
const maskEmail = (email: string) => email.replace(/^(.).*(?=@)/, '$1…');
