import type { Refused } from '#app/basics/result.ts';

/** What the forms of an account say (S1 §5); where the specification has no words for a refusal, ours. */
export const accountMessages = {
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordTooLong: 'Password must be at most 128 characters',
  confirmRequired: 'Please confirm your password',
  passwordsDiffer: 'Passwords do not match',
  phoneInvalid: 'Phone must be 10 digits',
  pinInvalid: 'PIN code must be 6 digits',
  resetAsked: 'If this email has an account, a link is on its way. It works once, for 30 minutes.',
  resetDone: 'Your new password is set. Sign in with it.',
  unexpected: 'An unexpected error occurred',
  profileSaved: 'Profile updated successfully!',
  userSaved: 'User saved.',
  userDeleted: 'User deleted.',
  invited: 'Invitation sent.',
  confirmUserDeletion: 'Are you sure you want to delete this user? This action cannot be undone.',
  invitationAccepted: 'Your account is ready. Sign in with it.',
  profileNotSaved: 'Failed to update profile. Please try again.',
} as const;

export type SignInRefusal =
  | Refused<'wrong-email-or-password'>
  | Refused<'email-taken'>
  | Refused<'common-password'>
  | Refused<'too-many-tries', { retryAfterSeconds: number }>;

/** Why a new password was refused. */
export const resetRefusals = {
  'link-not-good': 'This link was used already or has run out. Ask for a new one.',
  'common-password': 'This password is one of the most used. Choose another',
} as const;

/** Why an account wasn't changed, or an invitation not sent. */
export const userRefusals = {
  'last-owner': 'The shop needs at least one owner. Make somebody else an owner first.',
  'has-account': 'This email already has an account. Change its role in the list of users.',
  'too-many': 'Too many invitations at once. Please try again in a few minutes.',
} as const;

/** Why an invitation wasn't taken. */
export const invitationRefusals = {
  'link-not-good': 'This invitation was used already or has run out. Ask the shop for a new one.',
  'has-account': 'This email already has an account. Sign in instead',
  'common-password': resetRefusals['common-password'],
} as const;

/** Why a sign-in or sign-up was refused, in the shopper's words. */
export function signInRefusal(refusal: SignInRefusal): string {
  switch (refusal.reason) {
    case 'wrong-email-or-password':
      return 'Email or password is wrong';
    case 'email-taken':
      return 'This email already has an account. Sign in instead';
    case 'common-password':
      return resetRefusals['common-password'];
    case 'too-many-tries':
      return `Too many tries. Please try again in ${wait(refusal.data.retryAfterSeconds)}`;
  }
}

function wait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds <= 60 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${minutes} minutes`;
}
