import { href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { formatExactRupees, type Paise } from '#app/basics/money.ts';
import { stopEmailsParts } from '#app/modules/orders/orders/email-templates.server.ts';
import type { NewMessage } from '#app/platform/mail/email.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { button, callout, type Fact, factList, link, type MailPart, quote } from '#app/platform/mail/mail-parts.tsx';
import { type RenderedMail, renderMail, renderOwnerMail } from '#app/platform/mail/render-mail.server.tsx';
import { QUOTE_LINE_LABELS, type QuoteLine } from './request.ts';

type Addressed = { id: string; email: string };

export type RequestMailInput = {
  request: Addressed & {
    number: string;
    name: string;
    artworkTitle: string;
    userId: string | null;
    orderId: string | null;
  };
  shop: ShopIdentity;
  /** Undefined while the link is revoked. */
  page: string | undefined;
  stopAddress?: string;
};

type Copy = { subject: string; heading: string; parts: (MailPart | string | false)[] };

type Written = readonly { body: string; pictures: number }[];

export const describeUnseenToCustomer = (input: RequestMailInput, written: Written): Copy => ({
  subject: `A message about your request ${input.request.number}`,
  heading: `${input.shop.name} wrote to you`,
  parts: messageParts(written),
});

export const describeQuote = (
  input: RequestMailInput,
  offer: {
    version: number;
    lines: readonly QuoteLine[];
    total: Paise;
    advance: Paise;
    earliestFinish: string;
    validUntil: Date;
  },
): Copy => ({
  subject: `Our quote for your request ${input.request.number}`,
  heading: offer.version === 1 ? 'Your quote is ready' : 'Your new quote is ready',
  parts: [
    `Here is our quote for ${input.request.artworkTitle}. You pay nothing until you accept.`,
    factList([
      ...offer.lines.map(({ kind, title, amount }): Fact => [
        title || QUOTE_LINE_LABELS[kind],
        formatExactRupees(amount),
      ]),
      ['Total', formatExactRupees(offer.total)],
      ['Advance', formatExactRupees(offer.advance)],
      ['Could be ready by', formatDay(`${offer.earliestFinish}T12:00:00+05:30`)],
      ['Valid until', formatDay(offer.validUntil)],
    ]),
    'You can accept it online, or ask for a change.',
  ],
});

export const describeAcceptance = (agreed: {
  orderNumber: string;
  total: Paise;
  advance: Paise;
  isStocked: boolean;
  isMadeAnew: boolean;
}): Copy => ({
  subject: `You accepted our quote (${agreed.orderNumber})`,
  heading: 'You accepted our quote',
  parts: [
    agreed.isMadeAnew &&
      callout(
        'This piece is out of stock, so we’ll make one like it for you. If you don’t want that, reply to this email before you pay.',
      ),
    agreed.isStocked
      ? 'Thank you. We’ve reserved the piece for you. We’ll ship it when the balance is paid.'
      : 'Thank you. We’ll start painting when the advance is paid, and ship when the balance is paid.',
    factList([
      ['Order', agreed.orderNumber],
      ['Total', formatExactRupees(agreed.total)],
      ['Advance', formatExactRupees(agreed.advance)],
    ]),
  ],
});

export const describeStage = (
  input: RequestMailInput,
  update: {
    label: string;
    isFabric: boolean;
    asksFabric: boolean;
    note: string;
    photos: number;
    asksApproval: boolean;
  },
): Copy => ({
  subject: update.isFabric
    ? `We received your fabric (${input.request.number})`
    : `${update.label}: an update on your piece (${input.request.number})`,
  heading: update.isFabric ? 'We received your fabric' : update.label,
  parts: [
    update.asksFabric
      ? 'Please check that it is yours so we can start painting.'
      : `We posted an update on ${input.request.artworkTitle}.`,
    update.note !== '' && quote(update.note),
    update.photos > 0 && `See ${photosOf(update.photos)} online.`,
    update.asksApproval && 'Please approve the design or ask for changes, so we can start painting.',
  ],
});

type Settled = { cancellationFee: Paise; refunded: Paise };

export const describeClosing = (input: RequestMailInput): Copy => ({
  subject: `Your request ${input.request.number} is closed`,
  heading: 'We have closed your request',
  parts: ['Your quote expired and we haven’t heard from you. Send us a message to reopen your request.'],
});

export const describeUnseenToStudio = (input: RequestMailInput, written: Written): Copy => ({
  subject: `${input.request.name} wrote about ${input.request.number}`,
  heading: `${input.request.name} wrote to you`,
  parts: messageParts(written),
});

export const describeDecision = (
  { request }: RequestMailInput,
  { what, did, text, facts }: { what: string; did: string; text?: string; facts?: Fact[] },
): Copy => ({
  subject: `${what}: ${request.number}, ${request.name}`,
  heading: what,
  parts: [`${request.name} ${did}`, !!text && quote(text), !!facts && factList(facts)],
});

export const describeChange = (input: RequestMailInput, text: string): Copy =>
  describeDecision(input, { what: 'Change requested', did: 'requested a change.', text });

export const factsOf = ({ cancellationFee, refunded }: Settled): Fact[] => [
  ['Refunded', formatExactRupees(refunded)],
  ['Kept, as agreed in the quote', formatExactRupees(cancellationFee)],
];

export const toSender = (
  request: Addressed,
  template: string,
  mail: RenderedMail,
  occasion = request.id,
): NewMessage => ({ ...mail, template, occasion, recipient: request.email, requestId: request.id });

export const toShop = (
  request: Addressed & { number: string; name: string },
  shop: ShopIdentity,
  template: string,
  mail: RenderedMail,
  occasion = request.id,
): NewMessage => ({
  ...toSender(request, template, mail, occasion),
  recipient: shop.email,
  replyTo: request.email,
  notice: {
    kind: template === 'owner-commission-message' ? 'message' : 'request',
    path: href('/admin/requests/:id', { id: request.id }),
    detail: `${request.number}, ${request.name}`,
  },
});

/** Creates the links to the request. An unconfirmed address gets a limited number of emails. */
export async function toCustomer(
  { request, shop, page, stopAddress }: RequestMailInput,
  template: string,
  occasion: string,
  copy: Copy,
): Promise<NewMessage> {
  const inAccount = request.userId !== null && `${shop.url}${href('/profile/requests/:id', { id: request.id })}`;
  const links = [
    page !== undefined && button('Open your request', page),
    inAccount && link('See it in My Requests', inAccount),
    page !== undefined && 'Anyone with this link can open your request, so please don’t forward it.',
  ];
  const mail = await renderMail({ ...copy, parts: [...copy.parts, ...links, ...stopEmailsParts(stopAddress)] }, shop);
  const { orderId } = request;
  return { ...toSender(request, template, mail, occasion), orderId, isLimited: stopAddress !== undefined };
}

export async function toStudio(
  { request, shop }: RequestMailInput,
  template: string,
  occasion: string,
  copy: Copy,
): Promise<NewMessage> {
  const page = `${shop.url}${href('/admin/requests/:id/commission', { id: request.id })}`;
  const mail = await renderOwnerMail({ ...copy, parts: [...copy.parts, button('Open the request', page)] }, shop);
  return toShop(request, shop, template, mail, occasion);
}

const messageParts = (written: Written): MailPart[] =>
  written.map(({ body, pictures }) =>
    quote([body, pictures > 0 && `(${photosOf(pictures)})`].filter(Boolean).join('\n')),
  );

const photosOf = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);
