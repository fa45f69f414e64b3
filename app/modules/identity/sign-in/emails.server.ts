import { href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import {
  accountEmail,
  type AccountMail,
  createAccountMail,
  findRecipient,
} from '#app/modules/identity/accounts/account-emails.server.ts';
import type { Email } from '#app/platform/mail/email.ts';
import { button, callout } from '#app/platform/mail/mail-parts.tsx';
import { describeSignIn } from './devices.server.ts';
import {
  CONFIRM_LINK_HOURS,
  type ConfirmationMail,
  findFormerAddress,
  prepareConfirmationMail,
} from './email.server.ts';
import { makePasswordResetLink, RESET_LINK_MINUTES } from './password-reset.server.ts';
import { readSignInCode, SIGN_IN_CODE_MINUTES } from './sign-in-code.server.ts';

export const signInEmails: readonly Email[] = [
  accountEmail('password-reset', 'accounts.password-reset-requested', async (shop, { userId }) => {
    const reset = userId === null ? undefined : await makePasswordResetLink(shop, userId);
    return reset && signInMail('password-reset', { ...reset, minutes: RESET_LINK_MINUTES });
  }),
  accountEmail('confirm-email', 'accounts.confirmation-requested', async (shop, { userId }) =>
    confirmationMail(await prepareConfirmationMail(shop, { userId })),
  ),
  accountEmail('email-change', 'accounts.email-change-requested', async (shop, { requestId }) =>
    confirmationMail(await prepareConfirmationMail(shop, { requestId })),
  ),
  accountEmail('email-changed', 'accounts.email-changed', async (shop, { requestId }) => {
    const change = await findFormerAddress(shop, requestId);
    return (
      change && signInMail('email-changed', { name: change.name, email: change.former, now: maskEmail(change.email) })
    );
  }),
  accountEmail('password-changed', 'accounts.password-changed', async (shop, { userId }) => {
    const person = await findRecipient(shop, userId);
    return person && signInMail('password-changed', person);
  }),
  accountEmail('sign-in-code', 'accounts.sign-in-code-requested', async (shop, { userId }) => {
    const made = userId === null ? undefined : await readSignInCode(shop, userId);
    return made && signInMail('sign-in-code', { ...made, minutes: SIGN_IN_CODE_MINUTES });
  }),
  accountEmail('new-device', 'accounts.new-device', async (shop, about) => {
    const signIn = await describeSignIn(shop, about);
    return signIn && signInMail('new-device', signIn);
  }),
  accountEmail('second-factor-changed', 'accounts.second-factor-changed', async (shop, { userId, isOn }) => {
    const person = await findRecipient(shop, userId);
    return person && signInMail('second-factor-changed', { ...person, isOn });
  }),
  accountEmail('google-changed', 'accounts.google-changed', async (shop, { userId, isLinked }) => {
    const person = await findRecipient(shop, userId);
    return person && signInMail('google-changed', { ...person, isLinked });
  }),
];

function confirmationMail(mail: ConfirmationMail | undefined): AccountMail | undefined {
  if (mail?.kind === 'link') return signInMail('confirm-email', { ...mail, hours: CONFIRM_LINK_HOURS });
  return mail && signInMail('already-registered', mail);
}

const maskEmail = (email: string) => email.replace(/^(.).*(?=@)/, '$1…');

const ACT = 'Wasn’t you? Set a new password now. This signs out every device.';

const signInMail = createAccountMail<{
  'password-reset': { link: string; minutes: number };
  'confirm-email': { link: string; hours: number };
  'already-registered': object;
  'email-changed': { name: string; now: string };
  'password-changed': { name: string };
  'sign-in-code': { code: string; minutes: number };
  'new-device': { name: string; browser: string; place: string; at: Date };
  'second-factor-changed': { name: string; isOn: boolean };
  'google-changed': { name: string; isLinked: boolean };
}>({
  'password-reset': ({ link, minutes }, shop) => ({
    subject: `Set a new password at ${shop.name}`,
    heading: 'Set a new password',
    preview: `The link is valid for ${minutes} minutes`,
    parts: [
      `Namaste, we received a request to reset the password of your ${shop.name} account. The link is valid for ${minutes} minutes.`,
      button('Set a new password', link),
      'Wasn’t you? Ignore this email; nothing will change.',
    ],
  }),
  'confirm-email': ({ link, hours }, shop) => ({
    subject: `Confirm your email for ${shop.name}`,
    heading: 'Confirm your email',
    preview: 'Confirm that this address is yours',
    parts: [
      `Namaste, confirm that this email address is yours. The link is valid for ${hours} hours.`,
      button('Confirm my email', link),
      `No account at ${shop.name}? Ignore this email.`,
    ],
  }),
  'already-registered': (_facts, shop) => ({
    subject: `You already have an account at ${shop.name}`,
    heading: 'You already have an account',
    preview: 'Sign in, or set a new password',
    parts: [
      `Namaste, someone tried to use this email for an account at ${shop.name}. It already has one, so we changed nothing.`,
      button('Sign in', `${shop.url}${href('/login')}`),
      'Forgot your password? You can reset it on the sign-in page. Wasn’t you? Ignore this email.',
    ],
  }),
  'email-changed': ({ name, now }, shop) => ({
    subject: `Your email at ${shop.name} was changed`,
    heading: 'Your email was changed',
    preview: `We will write to ${now} from now on`,
    parts: [
      `Namaste ${name}, the email of your ${shop.name} account is now ${now}. You can no longer sign in with this one.`,
      'Wasn’t you? Reply to this email immediately.',
    ],
  }),
  'password-changed': ({ name }, shop) => ({
    subject: `Your password at ${shop.name} was changed`,
    heading: 'Your password was changed',
    preview: 'You are signed out everywhere else',
    parts: [
      `Namaste ${name}, your account at ${shop.name} has a new password. You are signed out everywhere else.`,
      button('This wasn’t me', `${shop.url}${href('/login')}?mode=forgot`),
      ACT,
    ],
  }),
  'sign-in-code': ({ code, minutes }, shop) => ({
    subject: `Your sign-in code for ${shop.name}`,
    heading: 'Your sign-in code',
    preview: `It is valid for ${minutes} minutes`,
    parts: [
      `Namaste, enter this code to sign in. It is valid for ${minutes} minutes.`,
      callout(code),
      `We will never ask you for this code. Wasn’t you? Ignore this email.`,
    ],
  }),
  'new-device': ({ name, browser, place, at }, shop) => ({
    subject: `New sign-in at ${shop.name}`,
    heading: 'New sign-in',
    preview: browser,
    parts: [
      `Namaste ${name}, someone signed in to your ${shop.name} account with a new browser: ${browser}, from ${place}, on ${formatMoment(at)}.`,
      button('See my devices', `${shop.url}${href('/profile/security')}`),
      ACT,
    ],
  }),
  'second-factor-changed': ({ name, isOn }, shop) => ({
    subject: `Two-step sign-in is ${isOn ? 'on' : 'off'} at ${shop.name}`,
    heading: `Two-step sign-in is ${isOn ? 'on' : 'off'}`,
    preview: isOn ? 'You need a code from your app to sign in' : 'You need only your password to sign in',
    parts: [
      isOn
        ? `Namaste ${name}, you now need a code from your app to sign in to ${shop.name}. Keep your recovery codes safe.`
        : `Namaste ${name}, you no longer need a code from your app to sign in to ${shop.name}.`,
      button('Check sign-in settings', `${shop.url}${href('/profile/security')}`),
      ACT,
    ],
  }),
  'google-changed': ({ name, isLinked }, shop) => ({
    subject: `Google account ${isLinked ? 'linked' : 'unlinked'} at ${shop.name}`,
    heading: isLinked ? 'Google account linked' : 'Google account unlinked',
    preview: isLinked ? 'You can now sign in with Google' : 'You can no longer sign in with Google',
    parts: [
      isLinked
        ? `Namaste ${name}, a Google account was linked to your ${shop.name} account. It can now be used to sign in.`
        : `Namaste ${name}, a Google account was unlinked from your ${shop.name} account.`,
      button('Check sign-in settings', `${shop.url}${href('/profile/security')}`),
      isLinked ? 'Wasn’t you? Unlink it there and set a new password now.' : ACT,
    ],
  }),
});
