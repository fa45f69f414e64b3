import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { paymentMethodName } from '#app/basics/payment-methods.ts';
import { userProfiles } from './tables.server.ts';
import {
  CONFIRM_LINK_HOURS,
  type ConfirmationMail,
  findFormerAddress,
  prepareConfirmationMail,
  prepareSignUpMail,
} from '#app/modules/identity/sign-in/email.server.ts';
import { makePasswordResetLink, RESET_LINK_MINUTES } from '#app/modules/identity/sign-in/password-reset.server.ts';
import { queueMails, wasWritten } from '#app/modules/messaging/messages/messages.server.ts';
import { accountMail } from '#app/modules/identity/sign-in/emails.server.tsx';
import { renderMail } from '#app/platform/mail/render-mail.server.tsx';
import { mailTrialCode } from '#app/modules/operations/health/checklist.server.ts';
import { describePayeeChange } from '#app/modules/operations/health/payee.server.ts';
import { describeSignIn } from '#app/modules/identity/sign-in/devices.server.ts';
import { readSignInCode, SIGN_IN_CODE_MINUTES } from '#app/modules/identity/sign-in/sign-in-code.server.ts';
import { INVITATION_DAYS, makeInvitationLink } from '#app/modules/identity/users/invitations.server.ts';
import type { Listener, ListenerOn } from '#app/platform/outbox/listener.ts';
import type { Events } from '#app/platform/outbox/outbox.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';

type AccountMail = ReturnType<typeof accountMail>;

/** What people are written to about their account: links, codes, and news of what changed. */
export const accountListeners: readonly Listener[] = [
  listener('password-reset', 'accounts.password-reset-requested', async (shop, { userId }) => {
    const reset = userId === null ? undefined : await makePasswordResetLink(shop, userId);
    return reset && accountMail('password-reset', { ...reset, minutes: RESET_LINK_MINUTES });
  }),
  listener('invitation', 'accounts.invited', async (shop, { invitationId }, eventId) => {
    // A new link would end the one that was mailed already.
    if (await wasWritten(shop, 'invitation', eventId)) return undefined;
    const invitation = await makeInvitationLink(shop, invitationId);
    return invitation && accountMail('invitation', { ...invitation, days: INVITATION_DAYS });
  }),
  listener('sign-up', 'accounts.sign-up-requested', async (shop, { requestId }) =>
    confirmationMail('sign-up', await prepareSignUpMail(shop, requestId)),
  ),
  listener('confirm-email', 'accounts.confirmation-requested', async (shop, { userId }) =>
    confirmationMail('confirm-email', await prepareConfirmationMail(shop, { userId })),
  ),
  listener('email-change', 'accounts.email-change-requested', async (shop, { requestId }) =>
    confirmationMail('confirm-email', await prepareConfirmationMail(shop, { requestId })),
  ),
  listener('email-changed', 'accounts.email-changed', async (shop, { requestId }) => {
    const change = await findFormerAddress(shop, requestId);
    return (
      change && accountMail('email-changed', { name: change.name, email: change.former, now: maskEmail(change.email) })
    );
  }),
  listener('password-changed', 'accounts.password-changed', async (shop, { userId }) => {
    const person = await findPerson(shop, userId);
    return person && accountMail('password-changed', person);
  }),
  listener('sign-in-code', 'accounts.sign-in-code-requested', async (shop, { userId }) => {
    const made = userId === null ? undefined : await readSignInCode(shop, userId);
    return made && accountMail('sign-in-code', { ...made, minutes: SIGN_IN_CODE_MINUTES });
  }),
  listener('new-device', 'accounts.new-device', async (shop, about) => {
    const signIn = await describeSignIn(shop, about);
    return signIn && accountMail('new-device', signIn);
  }),
  listener('second-factor-changed', 'accounts.second-factor-changed', async (shop, { userId, isOn }) => {
    const person = await findPerson(shop, userId);
    return person && accountMail('second-factor-changed', { ...person, isOn });
  }),
  listener('google-changed', 'accounts.google-changed', async (shop, { userId, isLinked }) => {
    const person = await findPerson(shop, userId);
    return person && accountMail('google-changed', { ...person, isLinked });
  }),
  listener('mail-trial', 'opening.mail-trial-requested', async (shop, { userId }) => {
    const person = await findPerson(shop, userId);
    return person && accountMail('mail-trial', { ...person, code: mailTrialCode(shop, userId) });
  }),
  ownersListener('payee-changed', 'opening.payee-changed', async (shop, { changeId }) => {
    const change = await describePayeeChange(shop, changeId);
    return change && ((email) => accountMail('payee-changed', { email, ...change }));
  }),
  ownersListener('gateway-changed', 'opening.gateway-changed', async (_shop, { gateway }) => {
    return (email) =>
      accountMail('gateway-changed', {
        email,
        gateway: paymentMethodName(gateway),
      });
  }),
  ownersListener('books-differ', 'ledger.books-differ', async (_shop, { count }) => {
    return (email) => accountMail('books-differ', { email, count });
  }),
  listener('account-deletion', 'accounts.deletion-asked', async (shop, { userId, dueAt }) => {
    // Undone before we got here: then there is nothing to say.
    const person = await findPerson(shop, userId, isNotNull(userProfiles.deletionDueAt));
    return person && accountMail('account-deletion', { ...person, dueAt: new Date(dueAt) });
  }),
];

/** Writes one mail for an event, if there is anything to say. */
function listener<Name extends keyof Events>(
  name: string,
  on: Name,
  mailFor: (shop: Shop, payload: Events[Name], eventId: string) => Promise<AccountMail | undefined>,
): ListenerOn<Name> {
  return {
    name: `notifications.${name}`,
    on,
    async handle(shop, payload, { id }) {
      const mail = await mailFor(shop, payload, id);
      if (!mail) return;
      const { copyFor, ...to } = mail;
      const identity = await readShopIdentity(shop);
      await queueMails(shop, { ...(await renderMail(copyFor(identity), identity)), ...to, occasion: id });
    },
  };
}

/** Writes one mail to each owner for an event. */
function ownersListener<Name extends keyof Events>(
  name: string,
  on: Name,
  mailFor: (shop: Shop, payload: Events[Name]) => Promise<((email: string) => AccountMail) | undefined>,
): ListenerOn<Name> {
  return {
    name: `notifications.${name}`,
    on,
    async handle(shop, payload, { id }) {
      const write = await mailFor(shop, payload);
      if (!write) return;
      const [identity, owners] = await Promise.all([readShopIdentity(shop), findOwners(shop)]);
      const mails = await Promise.all(
        owners.map(async ({ userId, email }) => {
          const { copyFor, ...to } = write(email);
          return {
            ...(await renderMail(copyFor(identity), identity)),
            ...to,
            occasion: `${id}:${userId}`,
          };
        }),
      );
      await queueMails(shop, ...mails);
    },
  };
}

// Not by owner: the owners of the shop, for whom the mail is.
const findOwners = ({ database }: Shop) =>
  database
    .select({ userId: userProfiles.id, email: userProfiles.email })
    .from(userProfiles)
    .where(
      and(eq(userProfiles.isAdmin, true), eq(userProfiles.adminRole, 'owner'), isNull(userProfiles.deactivatedAt)),
    );

function confirmationMail(
  template: 'sign-up' | 'confirm-email',
  mail: ConfirmationMail | undefined,
): AccountMail | undefined {
  if (mail?.kind === 'link') return accountMail(template, { ...mail, hours: CONFIRM_LINK_HOURS });
  return mail && accountMail('already-registered', mail);
}

async function findPerson(shop: Shop, userId: string, only?: SQL) {
  const [person] = await shop.database
    .select({ email: userProfiles.email, name: userProfiles.name })
    .from(userProfiles)
    .where(and(eq(userProfiles.id, userId), only));
  return person;
}

/** Enough of an address to know one's own by: 'a…@example.in'. */
const maskEmail = (email: string) => email.replace(/^(.).*(?=@)/, '$1…');
