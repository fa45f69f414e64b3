import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import type { Email } from '#app/platform/mail/email.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { button, callout, factList, quote } from '#app/platform/mail/mail-parts.tsx';
import { type RenderedMail, renderMail, renderOwnerMail } from '#app/platform/mail/render-mail.server.tsx';
import { getContactMessage } from './contact.server.ts';
import './events.server.ts';
import { ARTWORK_INTERESTS } from './forms.ts';
import type { contactMessages } from './tables.server.ts';

export const contactEmails: readonly Email[] = [
  {
    name: 'notifications.contact',
    on: 'contact.message-sent',
    async write(shop, { messageId }) {
      const [message, { contact }, identity] = await Promise.all([
        getContactMessage(shop, messageId),
        getSettings(shop),
        readShopIdentity(shop),
      ]);
      const waitingHours = contact.replyWithinHours;
      return [
        {
          ...(await ownerContactMail(message, identity)),
          template: 'owner-contact',
          occasion: messageId,
          recipient: identity.email,
          replyTo: message.email,
          notice: {
            kind: 'message',
            path: href('/admin/contact/:id', { id: messageId }),
            detail: `${message.name}: ${message.subject}`,
          },
        },
        {
          ...(await contactReceivedMail({ ...message, waitingHours }, identity)),
          template: 'contact-received',
          occasion: messageId,
          recipient: message.email,
        },
      ];
    },
  },
];

const ownerContactMail = (message: typeof contactMessages.$inferSelect, shop: ShopIdentity): Promise<RenderedMail> =>
  renderOwnerMail(
    {
      subject: `${message.ticketNumber}: ${message.subject}`,
      heading: `${message.name} writes`,
      preview: `${message.name} writes`,
      parts: [
        factList([
          ['Ticket', message.ticketNumber],
          ['Name', message.name],
          ['Email', message.email],
          ...(message.phone ? [['Phone', message.phone] as const] : []),
          ...(message.artworkInterest ? [['About', ARTWORK_INTERESTS[message.artworkInterest]] as const] : []),
          ['Subject', message.subject],
        ]),
        quote(message.message),
        callout(`Reply to this email to answer ${message.email}.`),
        button('Open the message', `${shop.url}${href('/admin/contact/:id', { id: message.id })}`),
      ],
    },
    shop,
  );

/** The address may belong to a stranger, so the email omits the typed message. */
const contactReceivedMail = (
  { ticketNumber, waitingHours }: { ticketNumber: string; waitingHours: number },
  shop: ShopIdentity,
): Promise<RenderedMail> =>
  renderMail(
    {
      subject: `We’ve got your message (${ticketNumber})`,
      heading: 'Message received',
      parts: [
        `Thank you for writing to ${shop.name}. We’ll reply within ${formatSpan(waitingHours, 'hour')}.`,
        factList([['Your ticket number', ticketNumber]]),
        'To add anything, reply to this email. Wasn’t you? Ignore this email.',
      ],
    },
    shop,
  );
