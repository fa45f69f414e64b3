import { staleFormMessage } from '#app/basics/stale-form.ts';
import { resetRefusals } from '#app/modules/identity/accounts/messages.ts';

export const userRefusals = {
  'last-owner': 'The shop needs at least one owner. Make somebody else an owner first.',
  stale: staleFormMessage('This account'),
  'has-account': 'This email already has an account. Change its role in the list of users.',
  'too-many': 'Too many invitations at once. Please try again in a few minutes.',
} as const;

export const invitationRefusals = {
  'link-not-good': 'This invitation was used already or has run out. Ask the shop for a new one.',
  'has-account': 'This email already has an account. Sign in instead',
  'common-password': resetRefusals['common-password'],
} as const;
