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
  prepareSignUpMail,
} from './email.server.ts';
import { makePasswordResetLink, RESET_LINK_MINUTES } from './password-reset.server.ts';
import { readSignInCode, SIGN_IN_CODE_MINUTES } from './sign-in-code.server.ts';

export const signInEmails: readonly Email[] = [
  accountEmail('password-reset', 'accounts.password-reset-requested', async (shop, { userId }) => {
    const reset = userId === null ? undefined : await makePasswordResetLink(shop, userId);
    return reset && signInMail('password-reset', { ...reset, minutes: RESET_LINK_MINUTES });
  }),
  accountEmail('sign-up', 'accounts.sign-up-requested', async (shop, { requestId }) =>
    confirmationMail('sign-up', await prepareSignUpMail(shop, requestId)),
  ),
  accountEmail('confirm-email', 'accounts.confirmation-requested', async (shop, { userId }) =>
    confirmationMail('confirm-email', await prepareConfirmationMail(shop, { userId })),
  ),
  accountEmail('email-change', 'accounts.email-change-requested', async (shop, { requestId }) =>
    confirmationMail('confirm-email', await prepareConfirmationMail(shop, { requestId })),
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

function confirmationMail(
  template: 'sign-up' | 'confirm-email',
  mail: ConfirmationMail | undefined,
): AccountMail | undefined {
  if (mail?.kind === 'link') return signInMail(template, { ...mail, hours: CONFIRM_LINK_HOURS });
  return mail && signInMail('already-registered', mail);
}

const maskEmail = (email: string) => email.replace(/^(.).*(?=@)/, '$1…');

const ACT = 'If it was not you, set a new password at once: it signs every device out.';

const signInMail = createAccountMail<{
  'password-reset': { link: string; minutes: number };
  'sign-up': { link: string; hours: number };
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
    preview: `The link works for ${minutes} minutes`,
    parts: [
      `Namaste, somebody asked for a new password for your account at ${shop.name}. The link works once, for ${minutes} minutes.`,
      button('Set a new password', link),
      'If it was not you, leave this mail be: nothing changes.',
    ],
  }),
  'sign-up': ({ link, hours }, shop) => ({
    subject: `Confirm your email for ${shop.name}`,
    heading: 'Confirm your email',
    preview: 'One step, and your account is ready',
    parts: [
      `Namaste, thank you for joining ${shop.name}. Open this link to make your account. It works once, for ${hours} hours.`,
      button('Make my account', link),
      'If it was not you, leave this mail be: no account is made.',
    ],
  }),
  'confirm-email': ({ link, hours }, shop) => ({
    subject: `Confirm your email for ${shop.name}`,
    heading: 'Confirm your email',
    preview: 'So that your orders and links reach you',
    parts: [
      `Namaste, open this link to confirm that this address is yours. It works once, for ${hours} hours.`,
      button('Confirm my email', link),
      `If you have no account at ${shop.name}, leave this mail be.`,
    ],
  }),
  'already-registered': (_facts, shop) => ({
    subject: `You have an account at ${shop.name}`,
    heading: 'You have an account already',
    preview: 'Sign in, or set a new password',
    parts: [
      `Namaste, somebody wanted to use this address for an account at ${shop.name}. It has one already, so nothing was changed.`,
      button('Sign in', `${shop.url}${href('/login')}`),
      'If you forgot your password, the sign-in has a link for a new one. If it was not you, leave this mail be.',
    ],
  }),
  'email-changed': ({ name, now }, shop) => ({
    subject: `Your email at ${shop.name} was changed`,
    heading: 'Your email was changed',
    preview: `From now on we write to ${now}`,
    parts: [
      `Namaste ${name}, your account at ${shop.name} has another address now: ${now}. This one no longer signs in.`,
      'If it was not you, reply to this mail at once.',
    ],
  }),
  'password-changed': ({ name }, shop) => ({
    subject: `Your password at ${shop.name} was changed`,
    heading: 'Your password was changed',
    preview: 'Other devices were signed out',
    parts: [
      `Namaste ${name}, your account at ${shop.name} has a new password. Other devices were signed out.`,
      button('It was not me', `${shop.url}${href('/login')}?mode=forgot`),
      ACT,
    ],
  }),
  'sign-in-code': ({ code, minutes }, shop) => ({
    subject: `Your code for ${shop.name}`,
    heading: 'Your code to sign in',
    preview: `It works for ${minutes} minutes`,
    parts: [
      `Namaste, type this code where you sign in. It works once, for ${minutes} minutes.`,
      callout(code),
      `Nobody from ${shop.name} will ever ask you for it. If you did not ask for a code, leave this mail be.`,
    ],
  }),
  'new-device': ({ name, browser, place, at }, shop) => ({
    subject: `New sign-in at ${shop.name}`,
    heading: 'A new sign-in',
    preview: browser,
    parts: [
      `Namaste ${name}, somebody signed in to your account at ${shop.name} with a browser we had not seen before: ${browser}, from ${place}, on ${formatMoment(at)}.`,
      button('See my devices', `${shop.url}${href('/profile/security')}`),
      ACT,
    ],
  }),
  'second-factor-changed': ({ name, isOn }, shop) => ({
    subject: `Two-step sign-in is ${isOn ? 'on' : 'off'} at ${shop.name}`,
    heading: `Two-step sign-in is ${isOn ? 'on' : 'off'}`,
    preview: isOn ? 'Your app is asked for at every sign-in' : 'Your password alone signs in',
    parts: [
      isOn
        ? `Namaste ${name}, from now on your account at ${shop.name} asks for a code of your app at every sign-in. Keep your recovery codes safe.`
        : `Namaste ${name}, your account at ${shop.name} no longer asks for a code of your app.`,
      button('See how I sign in', `${shop.url}${href('/profile/security')}`),
      ACT,
    ],
  }),
  'google-changed': ({ name, isLinked }, shop) => ({
    subject: `Google ${isLinked ? 'signs you in' : 'no longer signs you in'} at ${shop.name}`,
    heading: isLinked ? 'Google signs you in now' : 'Google no longer signs you in',
    preview: isLinked ? 'A Google account was linked to yours' : 'The Google account was unlinked from yours',
    parts: [
      isLinked
        ? `Namaste ${name}, a Google account was linked to your account at ${shop.name}. Whoever signs in to it at Google is signed in here.`
        : `Namaste ${name}, the Google account that was linked to your account at ${shop.name} is linked no longer.`,
      button('See how I sign in', `${shop.url}${href('/profile/security')}`),
      isLinked ? 'If it was not you, unlink it there and set a new password at once.' : ACT,
    ],
  }),
});
