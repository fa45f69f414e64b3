import { href } from 'react-router';
import { formatDay, formatMoment } from '#app/basics/india.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { button, callout } from '#app/platform/mail/mail-parts.tsx';
import type { Copy } from '#app/platform/mail/render-mail.server.tsx';

/**
 * What each mail about an account needs to know. A mail that anybody can have sent to any address greets without a name:
 * it contains nothing that its sender typed.
 */
export type AccountMail = {
  'password-reset': { link: string; minutes: number };
  invitation: { name: string; role: string | null; link: string; days: number };
  'sign-up': { link: string; hours: number };
  'confirm-email': { link: string; hours: number };
  'already-registered': object;
  'email-changed': { name: string; now: string };
  'password-changed': { name: string };
  'sign-in-code': { code: string; minutes: number };
  'new-device': { name: string; browser: string; place: string; at: Date };
  'second-factor-changed': { name: string; isOn: boolean };
  'google-changed': { name: string; isLinked: boolean };
  'account-deletion': { name: string; dueAt: Date };
  'mail-trial': { name: string; code: string };
  'payee-changed': { by: string; address: string | null; isPending: boolean };
  'gateway-changed': { gateway: string };
  'books-differ': { count: number };
};

/** A mail about an account, to its address (T15, T16): what happened, what to do, and what it means if it wasn't them. */
export const accountMail = <Kind extends keyof AccountMail>(
  template: Kind,
  facts: AccountMail[Kind] & { email: string },
) => ({ template, recipient: facts.email, copyFor: (shop: ShopIdentity): Copy => COPY[template](facts, shop) });

const ACT = 'If it was not you, set a new password at once: it signs every device out.';

const COPY: { [Kind in keyof AccountMail]: (facts: AccountMail[Kind], shop: ShopIdentity) => Copy } = {
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
  invitation: ({ name, role, link, days }, shop) => ({
    subject: `You are invited to ${shop.name}`,
    heading: `You are invited to ${shop.name}`,
    preview: `The link works for ${days} days`,
    parts: [
      `Namaste${name ? ` ${name}` : ''}, ${shop.name} invites you to an account${role ? ` as ${role} of the shop` : ''}. Choose a password behind this link; it works once, for ${days} days.`,
      button('Accept the invitation', link),
      'If you did not expect this mail, leave it be: nothing happens.',
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
  'mail-trial': ({ name, code }, shop) => ({
    subject: `Mails of ${shop.name} arrive`,
    heading: 'This mail arrived',
    preview: 'Type its code on the page of opening day',
    parts: [
      `Namaste ${name}, this is how a mail of ${shop.name} looks to a buyer. Type this code on the page of opening day.`,
      callout(code),
      button('Opening day', `${shop.url}${href('/admin/opening')}#mail`),
    ],
  }),
  'payee-changed': ({ by, address, isPending }, shop) => ({
    subject: `The UPI address of ${shop.name} was changed`,
    heading: 'The UPI address was changed',
    preview: `Changed by ${by}`,
    parts: [
      address === null
        ? `${by} removed the UPI address of ${shop.name}.`
        : `${by} changed the UPI address of ${shop.name} to ${address}.`,
      isPending
        ? 'Buyers still pay to the former address until a trial payment confirms the new one.'
        : 'Buyers pay to it from now on.',
      button('Check the payment settings', `${shop.url}${href('/admin/settings/:group?', { group: 'payment' })}`),
      'If no owner did this, change it back and set a new password at once.',
    ],
  }),
  'books-differ': ({ count }, shop) => ({
    subject: `The books of ${shop.name} do not agree`,
    heading: 'The books do not agree',
    preview: `${count === 1 ? '1 difference' : `${count} differences`} found last night`,
    parts: [
      `Last night’s check found ${count === 1 ? '1 difference' : `${count} differences`} between the ledger, the orders and their payments. Orders go on as usual.`,
      button('See the differences', `${shop.url}${href('/admin/payments/refunds')}#books`),
    ],
  }),
  'gateway-changed': ({ gateway }, shop) => ({
    subject: `The ${gateway} credentials of ${shop.name} were changed`,
    heading: 'Gateway credentials were changed',
    preview: `${gateway} has other credentials since the last start`,
    parts: [
      `${shop.name} started with other ${gateway} credentials than before, so card and online payments go to the account that they belong to.`,
      'If none of you changed them, ask the person who runs your server, and check the settlements in the gateway’s dashboard.',
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
  'account-deletion': ({ name, dueAt }, shop) => ({
    subject: `Your account will be deleted on ${formatDay(dueAt)}`,
    heading: `Your account will be deleted on ${formatDay(dueAt)}`,
    preview: 'You can undo this for 7 days',
    parts: [
      `Namaste ${name}, your account at ${shop.name} was asked to be deleted, and you were signed out everywhere. On ${formatDay(dueAt)} your name, addresses, wishlist, requests and messages go; orders and invoices stay as long as the law asks.`,
      button('Sign in', `${shop.url}${href('/login')}?returnTo=%2Fprofile%2Fsettings`),
      'Until then you can change your mind: sign in and choose Undo. If it was not you who asked, do that now and set a new password.',
    ],
  }),
};
