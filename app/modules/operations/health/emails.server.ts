import { href } from 'react-router';
import { paymentMethodName } from '#app/basics/payment-methods.ts';
import {
  accountEmail,
  createAccountMail,
  findRecipient,
  ownersEmail,
} from '#app/modules/identity/accounts/account-emails.server.ts';
import type { Email } from '#app/platform/mail/email.ts';
import { button, callout } from '#app/platform/mail/mail-parts.tsx';
import { mailTrialCode } from './checklist.server.ts';
import { describePayeeChange } from './payee.server.ts';

export const healthEmails: readonly Email[] = [
  accountEmail('mail-trial', 'opening.mail-trial-requested', async (shop, { userId }) => {
    const person = await findRecipient(shop, userId);
    return person && healthMail('mail-trial', { ...person, code: mailTrialCode(shop, userId) });
  }),
  ownersEmail('payee-changed', 'opening.payee-changed', async (shop, { changeId }) => {
    const change = await describePayeeChange(shop, changeId);
    return change && ((email) => healthMail('payee-changed', { email, ...change }));
  }),
  ownersEmail('gateway-changed', 'opening.gateway-changed', async (_shop, { gateway }) => {
    return (email) => healthMail('gateway-changed', { email, gateway: paymentMethodName(gateway) });
  }),
  ownersEmail('books-differ', 'ledger.books-differ', async (_shop, { count }) => {
    return (email) => healthMail('books-differ', { email, count });
  }),
];

const healthMail = createAccountMail<{
  'mail-trial': { name: string; code: string };
  'payee-changed': { by: string; address: string | null; isPending: boolean };
  'gateway-changed': { gateway: string };
  'books-differ': { count: number };
}>({
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
  'gateway-changed': ({ gateway }, shop) => ({
    subject: `The ${gateway} credentials of ${shop.name} were changed`,
    heading: 'Gateway credentials were changed',
    preview: `${gateway} has other credentials since the last start`,
    parts: [
      `${shop.name} started with other ${gateway} credentials than before, so card and online payments go to the account that they belong to.`,
      'If none of you changed them, ask the person who runs your server, and check the settlements in the gateway’s dashboard.',
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
});
