import type { Refused } from '#app/basics/result.ts';
import { MOST_ADDRESSES } from './account.ts';

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
  addressSaved: 'Address saved.',
  addressRemoved: 'Removed.',
  addressFirst: 'This is the address of your profile now.',
  tooManyAddresses: `You can keep at most ${MOST_ADDRESSES} addresses. Remove one first.`,
  settingsSaved: 'Settings saved.',
  deletionUndone: 'Your account stays. Nothing was deleted.',
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

/** Why an account can't be deleted now. */
export function deletionRefusal(refusal: DeletionRefusal): string {
  switch (refusal.reason) {
    case 'wrong-password':
      return 'This password is not right';
    case 'no-password':
      return 'Your account has no password yet. Set one first, then delete the account.';
    case 'last-admin':
      return 'You are the last owner of this shop. Make somebody else an owner first.';
    case 'too-many-tries':
      return `Too many tries. Please try again in ${wait(refusal.data.retryAfterSeconds)}`;
  }
}

export type DeletionRefusal =
  | Refused<'wrong-password' | 'no-password' | 'last-admin', undefined>
  | Refused<'too-many-tries', { retryAfterSeconds: number }>;

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
