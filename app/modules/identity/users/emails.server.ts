import { isNotNull } from 'drizzle-orm';
import { href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import {
  accountEmail,
  createAccountMail,
  findRecipient,
} from '#app/modules/identity/accounts/account-emails.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import type { Email } from '#app/platform/mail/email.ts';
import { button } from '#app/platform/mail/mail-parts.tsx';
import { INVITATION_DAYS, makeInvitationLink } from './invitations.server.ts';

export const userEmails: readonly Email[] = [
  accountEmail('invitation', 'accounts.invited', async (shop, { invitationId }, { eventId, history }) => {
    // A new link would make the emailed link invalid.
    if (await history.wasWritten(shop, 'invitation', eventId)) return undefined;
    const invitation = await makeInvitationLink(shop, invitationId);
    return invitation && userMail('invitation', { ...invitation, days: INVITATION_DAYS });
  }),
  accountEmail('account-deletion', 'accounts.deletion-asked', async (shop, { userId, dueAt }) => {
    const person = await findRecipient(shop, userId, isNotNull(userProfiles.deletionDueAt));
    return person && userMail('account-deletion', { ...person, dueAt: new Date(dueAt) });
  }),
];

const userMail = createAccountMail<{
  invitation: { name: string; role: string | null; link: string; days: number };
  'account-deletion': { name: string; dueAt: Date };
}>({
  invitation: ({ name, role, link, days }, shop) => ({
    subject: `You are invited to ${shop.name}`,
    heading: `You are invited to ${shop.name}`,
    preview: `The link is valid for ${days} days`,
    parts: [
      `Namaste${name ? ` ${name}` : ''}, you are invited to create an account at ${shop.name}${role ? ` as ${role} of the shop` : ''}. Choose a password to accept. The link is valid for ${days} days.`,
      button('Accept invitation', link),
      'Not expecting this? Ignore this email.',
    ],
  }),
  'account-deletion': ({ name, dueAt }, shop) => ({
    subject: `Your account will be deleted on ${formatDay(dueAt)}`,
    heading: `Your account will be deleted on ${formatDay(dueAt)}`,
    preview: 'You can undo this for 7 days',
    parts: [
      `Namaste ${name}, we received a request to delete your ${shop.name} account and signed you out everywhere. On ${formatDay(dueAt)} we’ll delete your name, addresses, wishlist, requests and messages. We keep orders and invoices as long as the law requires.`,
      button('Sign in', `${shop.url}${href('/login')}?returnTo=%2Fprofile%2Fsettings`),
      'Changed your mind? Sign in and choose Undo before then. Wasn’t you? Do that now and set a new password.',
    ],
  }),
});
