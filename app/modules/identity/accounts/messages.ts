import type { Refused } from '#app/basics/result.ts';
import { staleFormMessage } from '#app/basics/stale-form.ts';
import { MAX_ADDRESSES } from './account.ts';

const PASSWORD_NEEDED = 'Enter your current password';

export const accountMessages = {
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordTooLong: 'Password must be at most 128 characters',
  confirmRequired: 'Please confirm your password',
  passwordsDiffer: 'Passwords do not match',
  resetAsked: 'If an account uses this email, we have sent a link to it. The link is valid for 30 minutes.',
  resetDone: 'Password changed. Sign in with your new password.',
  codeSent: 'If an account uses this email, we have sent a code to it. The code is valid for 10 minutes.',
  codeInvalid: 'Enter the 6-digit code',
  secondCodeRequired: 'Enter a code from your app, or a recovery code',
  secondCodeInvalid: 'Enter a shorter code',
  currentPasswordRequired: PASSWORD_NEEDED,
  passwordChanged: 'Password changed. You are signed out everywhere else.',
  emailChangeAsked: 'If this address is available, we have sent a link to it. Open the link to change your email.',
  emailConfirmed: {
    confirmed: 'Email confirmed.',
    changed: 'Email changed. Use it the next time you sign in.',
  },
  confirmationSent: 'Link sent. It is valid for 24 hours.',
  deviceRequired: 'Choose a device to sign out',
  signedOutThere: 'Device signed out.',
  googleUnlinked: 'Google account unlinked.',
  googleLinked: 'Google account linked. You can now sign in with Google.',
  googleFailed: 'We couldn’t sign you in with Google. Try again, or use your email.',
  googleKnownAddress:
    'You already have an account with this email. Sign in with your password, then link Google under Sign-in and security.',
  googleNotLinked: 'We couldn’t link your Google account. Try again.',
  unexpected: 'An unexpected error occurred',
  profileSaved: 'Profile updated successfully!',
  addressSaved: 'Address saved.',
  addressChanged: staleFormMessage('This address'),
  addressRemoved: 'Removed.',
  addressFirst: 'Default address changed.',
  tooManyAddresses: `You can keep at most ${MAX_ADDRESSES} addresses. Remove one first.`,
  settingsSaved: 'Settings saved.',
  settingsChanged:
    'Your settings were changed in another tab or on another device. Nothing was saved. Check the current settings below.',
  deletionUndone: 'Account deletion cancelled.',
  userSaved: 'User saved.',
  userDeleted: 'User deleted.',
  invited: 'Invitation sent.',
  confirmUserDeletion: 'Are you sure you want to delete this user? This action cannot be undone.',
  invitationAccepted: 'Account created. You can now sign in.',
  profileChanged: staleFormMessage('Your profile'),
  profileNotSaved: 'Failed to update profile. Please try again.',
} as const;

export const profileRefused = (message: string) => `Error updating profile: ${message}`;

export const resetRefusals = {
  'link-not-good': 'This link has been used or has expired. Request a new one.',
  'common-password': 'This password is too common. Choose another',
} as const;

const refusals = {
  'wrong-email-or-password': 'Wrong email or password',
  'email-taken': 'An account with this email already exists. Sign in instead',
  'common-password': resetRefusals['common-password'],
  'wrong-code': 'This code is wrong or has expired',
  'start-again': 'Your sign-in has expired, or there were too many wrong codes. Sign in again.',
  'second-factor-unreadable':
    'We can’t check your app’s codes, because the shop’s secret has changed. Use a recovery code. If you have none, ask the person who runs the server to run: bisvar admin reset-two-step',
  'wrong-password': 'Wrong current password',
  'password-needed': PASSWORD_NEEDED,
  'no-password': 'You have no password yet. Set one with “Forgot your password?” first.',
  'already-on': 'Two-step sign-in is already on.',
  'not-begun': 'This setup has expired. Start again.',
  required: 'Admins of this shop need two-step sign-in.',
  'last-owner': 'You are the last owner of this shop. Make someone else an owner first.',
  'last-way-in': 'Google is your only way to sign in. Set a password with “Forgot your password?” first.',
} as const;

export type AccountRefusal = Refused<keyof typeof refusals> | Refused<'too-many-tries', { retryAfterSeconds: number }>;

export const refusalStatus = ({ reason }: AccountRefusal): number =>
  reason === 'too-many-tries' ? 429 : reason === 'email-taken' ? 422 : SIGNING_IN.has(reason) ? 401 : 400;

const SIGNING_IN = new Set<string>([
  'wrong-email-or-password',
  'wrong-code',
  'start-again',
  'second-factor-unreadable',
]);

export function accountRefusal(refusal: AccountRefusal): string {
  return refusal.reason === 'too-many-tries'
    ? `Too many tries. Please try again in ${wait(refusal.data.retryAfterSeconds)}`
    : refusals[refusal.reason];
}

function wait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds <= 60 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${minutes} minutes`;
}
