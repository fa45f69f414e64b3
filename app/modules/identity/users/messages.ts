import { staleFormMessage } from '#app/basics/stale-form.ts';
import { resetRefusals } from '#app/modules/identity/accounts/messages.ts';

export const userRefusals = {
  'last-owner': 'The shop needs at least one owner. Make someone else an owner first.',
  stale: staleFormMessage('This account'),
  'has-account': 'An account with this email already exists. Change its role in the list of users.',
  'too-many': 'You have sent too many invitations. Try again in a few minutes.',
} as const;

export const invitationRefusals = {
  'link-not-good': 'This invitation has been used or has expired. Ask the shop for a new one.',
  'has-account': 'An account with this email already exists. Sign in instead',
  'common-password': resetRefusals['common-password'],
} as const;
