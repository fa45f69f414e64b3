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
    subject: `Test email from ${shop.name}`,
    heading: 'Your test email arrived',
    preview: 'Enter its code on the opening page',
    parts: [
      `Namaste ${name}, this is what an email from ${shop.name} looks like to a buyer. Enter this code on the opening page.`,
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
        ? 'Buyers still pay to the previous address until a test payment confirms the new one.'
        : 'Buyers now pay to this address.',
      button('Check the payment settings', `${shop.url}${href('/admin/settings/:page?', { page: 'getting-paid' })}`),
      'If no owner did this, change it back and set a new password now.',
    ],
  }),
  'gateway-changed': ({ gateway }, shop) => ({
    subject: `The ${gateway} credentials of ${shop.name} were changed`,
    heading: 'Gateway credentials were changed',
    preview: `The ${gateway} credentials changed since the last start`,
    parts: [
      `${shop.name} started with different ${gateway} credentials than before. Online payments now go to the account of these credentials.`,
      'If none of you changed them, contact the person who runs your server and check the settlements in the gateway’s dashboard.',
    ],
  }),
  'books-differ': ({ count }, shop) => ({
    subject: `Ledger differences at ${shop.name}`,
    heading: 'The ledger has differences',
    preview: `${count === 1 ? '1 difference' : `${count} differences`} found last night`,
    parts: [
      `Last night’s check found ${count === 1 ? '1 difference' : `${count} differences`} between the ledger, the orders and their payments. The shop still takes orders.`,
      button('See the differences', `${shop.url}${href('/admin/payments/refunds')}#books`),
    ],
  }),
});
