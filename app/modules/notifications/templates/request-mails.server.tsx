import { render } from '@react-email/render';
import { Callout, Facts, MailButton, MailFrame, Paragraph } from './mail-frame.tsx';
import type { ShopIdentity } from './mail-look.ts';
import type { RenderedMail } from './order-mails.server.tsx';

type Fact = readonly [label: string, value: string];
type Copy = {
  subject: string;
  heading: string;
  paragraphs: string[];
  facts: Fact[];
  /** What somebody wrote, in their lines. */
  message?: string;
  callout?: string;
  link?: { href: string; label: string };
};
type Requester = { name: string; email: string; phone: string };

/** What the studio needs to answer somebody who asks for a piece that is out of stock. */
export function ownerOrderRequestMail(
  request: Requester & { message: string; artworkTitle: string; artworkUrl: string; waitingHours: number },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  return requestMail(
    {
      subject: `Request from ${request.name}: ${request.artworkTitle}`,
      heading: `${request.name} asks for a piece`,
      paragraphs: [
        `${request.artworkTitle} is out of stock, and ${request.name} would like one. We promised to write within ${request.waitingHours} hours.`,
      ],
      facts: [...contactOf(request), ['Piece', request.artworkTitle]],
      message: request.message,
      link: { href: request.artworkUrl, label: 'Open the piece' },
    },
    shop,
  );
}

/** The custom order as the studio reads it, with the ways to its pictures; those open for who is signed in as owner only. */
export function ownerCustomOrderMail(
  request: Requester & { message: string; artworkTitle: string; artworkUrl: string; pictureUrls: string[] },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  return requestMail(
    {
      subject: `Custom order from ${request.name}`,
      heading: `${request.name} starts a custom order`,
      paragraphs: [`It starts from ${request.artworkTitle}.`],
      facts: [...contactOf(request), ...request.pictureUrls.map((url, index): Fact => [`Picture ${index + 1}`, url])],
      message: request.message,
      link: { href: request.artworkUrl, label: 'Open the piece' },
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
  return requestMail(
    {
      subject: 'Your custom order request',
      heading: 'Request Received',
      paragraphs: [
        `Thank you. Your request for a piece after ${request.artworkTitle} is with the studio.`,
        `We read it and write to you within ${request.waitingHours} hours, with a price and the time it takes, usually ${request.weeks}. Nothing is painted or paid before you have agreed.`,
        'To add something, reply to this mail.',
      ],
      facts: [],
    },
    shop,
  );
}

/** A message from the contact form, to the owner. */
export function ownerContactMail(
  message: {
    ticketNumber: string;
    name: string;
    email: string;
    phone: string | null;
    subject: string;
    message: string;
    about: string | undefined;
  },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  return requestMail(
    {
      subject: `${message.ticketNumber}: ${message.subject}`,
      heading: `${message.name} writes`,
      paragraphs: [],
      facts: [
        ['Ticket', message.ticketNumber],
        ['Name', message.name],
        ['Email', message.email],
        ...(message.phone ? [['Phone', message.phone] as const] : []),
        ...(message.about ? [['About', message.about] as const] : []),
        ['Subject', message.subject],
      ],
      message: message.message,
      callout: `Replying to this mail writes to ${message.email}.`,
    },
    shop,
  );
}

const contactOf = ({ name, email, phone }: Requester): Fact[] => [
  ['Name', name],
  ['Email', email],
  ['Phone', phone],
];

export async function requestMail(
  { subject, heading, paragraphs, facts, message, callout, link }: Copy,
  shop: ShopIdentity,
): Promise<RenderedMail> {
  const html = await render(
    <MailFrame shop={shop} preview={paragraphs[0] ?? heading} heading={heading}>
      {paragraphs.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      {message ? <Paragraph keepLines>{message}</Paragraph> : null}
      {callout ? <Callout>{callout}</Callout> : null}
      {link ? <MailButton href={link.href}>{link.label}</MailButton> : null}
    </MailFrame>,
  );
  const text = [
    heading,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    message,
    callout,
    link && `${link.label}: ${link.href}`,
    ['-- ', shop.name, shop.address, [shop.email, shop.phone].filter(Boolean).join(', ')].join('\n'),
  ];
  return { subject, html, text: text.filter(Boolean).join('\n\n') };
}
