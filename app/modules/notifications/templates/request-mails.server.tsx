import { ARTWORK_INTERESTS } from '#app/modules/contact/forms.ts';
import type { contactMessages } from '#app/modules/contact/tables.server.ts';
import type { ShopIdentity } from './mail-look.ts';
import { button, callout, type Fact, factList, quote } from './mail-parts.tsx';
import { type RenderedMail, renderMail } from './render-mail.server.tsx';

type Requester = { name: string; email: string; phone: string };

/** What the studio needs to answer somebody who asks for a piece that is out of stock. */
export function ownerOrderRequestMail(
  request: Requester & { message: string; artworkTitle: string; artworkUrl: string; waitingHours: number },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  return renderMail(
    {
      subject: `Request from ${request.name}: ${request.artworkTitle}`,
      heading: `${request.name} asks for a piece`,
      parts: [
        `${request.artworkTitle} is out of stock, and ${request.name} would like one. We promised to write within ${request.waitingHours} hours.`,
        factList([...contactOf(request), ['Piece', request.artworkTitle]]),
        !!request.message && quote(request.message),
        button('Open the piece', request.artworkUrl),
      ],
    },
    shop,
  );
}

/** The custom order as the studio reads it, with the ways to its pictures; those open for who is signed in as owner only. */
export function ownerCustomOrderMail(
  request: Requester & { message: string; artworkTitle: string; artworkUrl: string; pictureUrls: string[] },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  return renderMail(
    {
      subject: `Custom order from ${request.name}`,
      heading: `${request.name} starts a custom order`,
      parts: [
        `It starts from ${request.artworkTitle}.`,
        factList([
          ...contactOf(request),
          ...request.pictureUrls.map((url, index): Fact => [`Picture ${index + 1}`, url]),
        ]),
        quote(request.message),
        button('Open the piece', request.artworkUrl),
      ],
    },
    shop,
  );
}

/**
 * Tells the customer that their custom order came. It repeats nothing that was typed: the address on the form may be a
 * stranger's, and the shop must not carry somebody's words to them.
 */
export function customOrderReceivedMail(
  request: { artworkTitle: string; waitingHours: number; weeks: string },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  return renderMail(
    {
      subject: 'Your custom order request',
      heading: 'Request Received',
      parts: [
        `Thank you. Your request for a piece after ${request.artworkTitle} is with the studio.`,
        `We read it and write to you within ${request.waitingHours} hours, with a price and the time it takes, usually ${request.weeks}. Nothing is painted or paid before you have agreed.`,
        'To add something, reply to this mail.',
      ],
    },
    shop,
  );
}

/** A message from the contact form, to the owner. */
export function ownerContactMail(
  message: typeof contactMessages.$inferSelect,
  shop: ShopIdentity,
): Promise<RenderedMail> {
  return renderMail(
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
        callout(`Replying to this mail writes to ${message.email}.`),
      ],
    },
    shop,
  );
}

const contactOf = ({ name, email, phone }: Requester): Fact[] => [
  ['Name', name],
  ['Email', email],
  ['Phone', phone],
];
