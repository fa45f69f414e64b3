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
  resetAsked: 'If this email has an account, a link is on its way. It works once, for 30 minutes.',
  resetDone: 'Your new password is set. Sign in with it.',
  signUpMailed:
    'Check your email. If this address is new here, a link that makes your account is on its way, good for 24 hours. Sign in once you have opened it.',
  codeSent: 'If this email has an account, a code is on its way. It works for 10 minutes.',
  codeInvalid: 'Enter the 6 digits of the code',
  secondCodeRequired: 'Enter a code of your app, or a recovery code',
  secondCodeInvalid: 'This is too long for a code',
  currentPasswordRequired: PASSWORD_NEEDED,
  passwordChanged: 'Your password is changed. Other devices are signed out.',
  emailChangeAsked: 'If this address is free, a link is on its way there. Your email changes once you open it.',
  emailConfirmed: {
    'account-made': 'Your account is ready. Sign in with your email and password.',
    confirmed: 'Your email is confirmed.',
    changed: 'Your email is changed. Sign in with it from now on.',
  },
  confirmationSent: 'A link is on its way to you. It works for 24 hours.',
  deviceRequired: 'Choose a device to sign out',
  signedOutThere: 'That device is signed out.',
  googleUnlinked: 'Google no longer signs you in here.',
  googleLinked: 'Google signs you in here from now on.',
  googleFailed: 'Google could not sign you in. Please try again, or use your email.',
  googleKnownAddress:
    'This address has an account here. Sign in with your password, then link Google under Sign-in and security.',
  googleNotLinked: 'Google could not be linked. Please try again.',
  unexpected: 'An unexpected error occurred',
  profileSaved: 'Profile updated successfully!',
  addressSaved: 'Address saved.',
  addressChanged: staleFormMessage('This address'),
  addressRemoved: 'Removed.',
  addressFirst: 'This is the address of your profile now.',
  tooManyAddresses: `You can keep at most ${MAX_ADDRESSES} addresses. Remove one first.`,
  settingsSaved: 'Settings saved.',
  settingsChanged:
    'Your settings were changed in the meantime, in another tab or on another device. Nothing is saved: please look at them as they are now.',
  deletionUndone: 'Your account stays. Nothing was deleted.',
  userSaved: 'User saved.',
  userDeleted: 'User deleted.',
  invited: 'Invitation sent.',
  confirmUserDeletion: 'Are you sure you want to delete this user? This action cannot be undone.',
  invitationAccepted: 'Your account is ready. Sign in with it.',
  profileChanged: staleFormMessage('the profile'),
  profileNotSaved: 'Failed to update profile. Please try again.',
} as const;

export const profileRefused = (message: string) => `Error updating profile: ${message}`;

export const resetRefusals = {
  'link-not-good': 'This link was used already or has run out. Ask for a new one.',
  'common-password': 'This password is one of the most used. Choose another',
} as const;

const refusals = {
  'wrong-email-or-password': 'Email or password is wrong',
  'email-taken': 'This email already has an account. Sign in instead',
  'common-password': resetRefusals['common-password'],
  'wrong-code': 'This code is wrong or has run out',
  'start-again': 'This took too long or had too many wrong codes. Please sign in again.',
  'second-factor-unreadable':
    'Your app’s codes can’t be checked any more: the shop has another secret than the one they were set up under. Use a recovery code. If you have none, whoever runs the shop can let you in: bisvar admin reset-two-step',
  'wrong-password': 'This is not your current password',
  'password-needed': PASSWORD_NEEDED,
  'no-password': 'You have no password yet. Set one by “Forgot your password?” first.',
  'already-on': 'Two-step sign-in is on already.',
  'not-begun': 'Please begin again.',
  required: 'An admin of this shop signs in with two steps.',
  'last-owner': 'You are the last owner of this shop. Make somebody else an owner first.',
  'last-way-in': 'Google is your only way to sign in. Set a password by “Forgot your password?” first.',
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
