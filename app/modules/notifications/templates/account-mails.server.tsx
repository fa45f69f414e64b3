import { href } from 'react-router';
import { render } from '@react-email/render';
import { formatDay, formatMoment } from '#app/basics/india.ts';
import { Callout, MailButton, MailFrame, Paragraph } from './mail-frame.tsx';
import type { ShopIdentity } from './mail-look.ts';
import type { RenderedMail } from './order-mails.server.tsx';

/** What each mail about an account needs to know. */
export type AccountMail = {
  'password-reset': { name: string; link: string; minutes: number };
  invitation: { name: string; role: string | null; link: string; days: number };
  'sign-up': { name: string; link: string; hours: number };
  'confirm-email': { name: string; link: string; hours: number };
  'already-registered': { name: string };
  'email-changed': { name: string; email: string };
  'password-changed': { name: string };
  'sign-in-code': { name: string; code: string; minutes: number };
  'new-device': { name: string; browser: string; place: string; at: Date };
  'second-factor-changed': { name: string; isOn: boolean };
  'google-changed': { name: string; isLinked: boolean };
  'account-deletion': { name: string; dueAt: Date };
};

/** A mail about an account, in words: what happened, what to do, and what it means if it wasn't them. */
type Copy = {
  subject: string;
  heading: string;
  preview: string;
  before: string;
  /** Stands alone, large enough to copy. */
  code?: string;
  button?: { label: string; link: string };
  after: string;
};

/** Writes a mail about an account (T15, T16). */
export async function accountMail<Kind extends keyof AccountMail>(
  kind: Kind,
  facts: AccountMail[Kind],
  shop: ShopIdentity,
): Promise<RenderedMail> {
  const { subject, heading, preview, before, code, button, after } = COPY[kind](facts, shop);
  const html = await render(
    <MailFrame shop={shop} preview={preview} heading={heading}>
      <Paragraph>{before}</Paragraph>
      {code ? <Callout>{code}</Callout> : null}
      {button ? <MailButton href={button.link}>{button.label}</MailButton> : null}
      <Paragraph>{after}</Paragraph>
    </MailFrame>,
  );
  const foot = ['-- ', shop.name, shop.address].join('\n');
  return {
    subject,
    html,
    text: [heading, before, code, button?.link, after, foot].filter(Boolean).join('\n\n'),
  };
}

const ACT = 'If it was not you, set a new password at once: it signs every device out.';

const COPY: { [Kind in keyof AccountMail]: (facts: AccountMail[Kind], shop: ShopIdentity) => Copy } = {
  'password-reset': ({ name, link, minutes }, shop) => ({
    subject: `Set a new password at ${shop.name}`,
    heading: 'Set a new password',
    preview: `The link works for ${minutes} minutes`,
    before: `Namaste ${name}, somebody asked for a new password for your account at ${shop.name}. The link works once, for ${minutes} minutes.`,
    button: { label: 'Set a new password', link },
    after: 'If it was not you, leave this mail be: nothing changes.',
  }),
  invitation: ({ name, role, link, days }, shop) => ({
    subject: `You are invited to ${shop.name}`,
    heading: `You are invited to ${shop.name}`,
    preview: `The link works for ${days} days`,
    before: `Namaste${name ? ` ${name}` : ''}, ${shop.name} invites you to an account${role ? ` as ${role} of the shop` : ''}. Choose a password behind this link; it works once, for ${days} days.`,
    button: { label: 'Accept the invitation', link },
    after: 'If you did not expect this mail, leave it be: nothing happens.',
  }),
  'sign-up': ({ name, link, hours }, shop) => ({
    subject: `Confirm your email for ${shop.name}`,
    heading: 'Confirm your email',
    preview: 'One step, and your account is ready',
    before: `Namaste ${name}, thank you for joining ${shop.name}. Open this link to make your account. It works once, for ${hours} hours.`,
    button: { label: 'Make my account', link },
    after: 'If it was not you, leave this mail be: no account is made.',
  }),
  'confirm-email': ({ name, link, hours }, shop) => ({
    subject: `Confirm your email for ${shop.name}`,
    heading: 'Confirm your email',
    preview: 'So that your orders and links reach you',
    before: `Namaste ${name}, open this link to confirm that this address is yours. It works once, for ${hours} hours.`,
    button: { label: 'Confirm my email', link },
    after: `If you have no account at ${shop.name}, leave this mail be.`,
  }),
  'already-registered': ({ name }, shop) => ({
    subject: `You have an account at ${shop.name}`,
    heading: 'You have an account already',
    preview: 'Sign in, or set a new password',
    before: `Namaste ${name}, somebody wanted to use this address for an account at ${shop.name}. It has one already, so nothing was changed.`,
    button: { label: 'Sign in', link: `${shop.url}${href('/login')}` },
    after: 'If you forgot your password, the sign-in has a link for a new one. If it was not you, leave this mail be.',
  }),
  'email-changed': ({ name, email }, shop) => ({
    subject: `Your email at ${shop.name} was changed`,
    heading: 'Your email was changed',
    preview: `From now on we write to ${email}`,
    before: `Namaste ${name}, your account at ${shop.name} has another address now: ${email}. This one no longer signs in.`,
    after: 'If it was not you, reply to this mail at once.',
  }),
  'password-changed': ({ name }, shop) => ({
    subject: `Your password at ${shop.name} was changed`,
    heading: 'Your password was changed',
    preview: 'Other devices were signed out',
    before: `Namaste ${name}, your account at ${shop.name} has a new password. Other devices were signed out.`,
    button: { label: 'It was not me', link: `${shop.url}${href('/login')}?mode=forgot` },
    after: ACT,
  }),
  'sign-in-code': ({ name, code, minutes }, shop) => ({
    subject: `Your code for ${shop.name}`,
    heading: 'Your code to sign in',
    preview: `It works for ${minutes} minutes`,
    before: `Namaste ${name}, type this code where you sign in. It works once, for ${minutes} minutes.`,
    code,
    after: `Nobody from ${shop.name} will ever ask you for it. If you did not ask for a code, leave this mail be.`,
  }),
  'new-device': ({ name, browser, place, at }, shop) => ({
    subject: `New sign-in at ${shop.name}`,
    heading: 'A new sign-in',
    preview: browser,
    before: `Namaste ${name}, somebody signed in to your account at ${shop.name} with a browser we had not seen before: ${browser}, from ${place}, on ${formatMoment(at)}.`,
    button: { label: 'See my devices', link: `${shop.url}${href('/profile/security')}` },
    after: ACT,
  }),
  'second-factor-changed': ({ name, isOn }, shop) => ({
    subject: `Two-step sign-in is ${isOn ? 'on' : 'off'} at ${shop.name}`,
    heading: `Two-step sign-in is ${isOn ? 'on' : 'off'}`,
    preview: isOn ? 'Your app is asked for at every sign-in' : 'Your password alone signs in',
    before: isOn
      ? `Namaste ${name}, from now on your account at ${shop.name} asks for a code of your app at every sign-in. Keep your recovery codes safe.`
      : `Namaste ${name}, your account at ${shop.name} no longer asks for a code of your app.`,
    button: { label: 'See how I sign in', link: `${shop.url}${href('/profile/security')}` },
    after: ACT,
  }),
  'google-changed': ({ name, isLinked }, shop) => ({
    subject: `Google ${isLinked ? 'signs you in' : 'no longer signs you in'} at ${shop.name}`,
    heading: isLinked ? 'Google signs you in now' : 'Google no longer signs you in',
    preview: isLinked ? 'A Google account was linked to yours' : 'The Google account was unlinked from yours',
    before: isLinked
      ? `Namaste ${name}, a Google account was linked to your account at ${shop.name}. Whoever signs in to it at Google is signed in here.`
      : `Namaste ${name}, the Google account that was linked to your account at ${shop.name} is linked no longer.`,
    button: { label: 'See how I sign in', link: `${shop.url}${href('/profile/security')}` },
    after: isLinked ? 'If it was not you, unlink it there and set a new password at once.' : ACT,
  }),
  'account-deletion': ({ name, dueAt }, shop) => ({
    subject: `Your account will be deleted on ${formatDay(dueAt)}`,
    heading: `Your account will be deleted on ${formatDay(dueAt)}`,
    preview: 'You can undo this for 7 days',
    before: `Namaste ${name}, your account at ${shop.name} was asked to be deleted, and you were signed out everywhere. On ${formatDay(dueAt)} your name, addresses, wishlist, requests and messages go; orders and invoices stay as long as the law asks.`,
    button: { label: 'Sign in', link: `${shop.url}${href('/login')}?returnTo=%2Fprofile%2Fsettings` },
    after:
      'Until then you can change your mind: sign in and choose Undo. If it was not you who asked, do that now and set a new password.',
  }),
};
