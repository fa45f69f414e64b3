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
  /** The link that opens the page; undefined while revoked. */
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
  heading: offer.version === 1 ? 'Your quote is here' : 'Your new quote is here',
  parts: [
    `This is what ${input.request.artworkTitle} would cost as you want it. Nothing is painted or paid before you accept.`,
    factList([
      ...offer.lines.map(({ kind, title, amount }): Fact => [
        title || QUOTE_LINE_LABELS[kind],
        formatExactRupees(amount),
      ]),
      ['Total', formatExactRupees(offer.total)],
      ['Of this in advance', formatExactRupees(offer.advance)],
      ['Earliest finish', formatDay(`${offer.earliestFinish}T12:00:00+05:30`)],
      ['Valid through', formatDay(offer.validUntil)],
    ]),
    'Read it, accept it or ask for a change on its page.',
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
  heading: 'It is agreed',
  parts: [
    agreed.isMadeAnew &&
      callout(
        'The piece itself isn’t in stock: we make one like it for you. If you don’t want that, reply to this mail before you pay.',
      ),
    agreed.isStocked
      ? 'Thank you. The piece is kept for you; the balance is paid before the parcel leaves.'
      : 'Thank you. We begin to paint once the advance is there; the balance is paid before the parcel leaves.',
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
    /** The customer's own fabric must be confirmed. */
    asksFabric: boolean;
    note: string;
    photos: number;
    asksApproval: boolean;
  },
): Copy => ({
  subject: update.isFabric
    ? `Your cloth came (${input.request.number})`
    : `${update.label}: news of your piece (${input.request.number})`,
  heading: update.isFabric ? 'Your cloth is with us' : update.label,
  parts: [
    update.asksFabric
      ? 'Please look at what came, and confirm it: we paint on it after that.'
      : `There is news of ${input.request.artworkTitle}.`,
    update.note !== '' && quote(update.note),
    update.photos > 0 && `${photosOf(update.photos)} to see on the page.`,
    update.asksApproval && 'Please approve the design, or say what shall be changed: we paint after that.',
  ],
});

type Settled = { cancellationFee: Paise; refunded: Paise };

export const describeClosing = (input: RequestMailInput): Copy => ({
  subject: `Your request ${input.request.number} is closed`,
  heading: 'We have closed your request',
  parts: ['Its quote has lapsed and nobody has written since. Write to us on its page and it is open again.'],
});

export const describeUnseenToStudio = (input: RequestMailInput, written: Written): Copy => ({
  subject: `${input.request.name} wrote about ${input.request.number}`,
  heading: `${input.request.name} wrote to you`,
  parts: messageParts(written),
});

/** A customer's decision, in a sentence that begins with their name. */
export const describeDecision = (
  { request }: RequestMailInput,
  { what, did, text, facts }: { what: string; did: string; text?: string; facts?: Fact[] },
): Copy => ({
  subject: `${what}: ${request.number}, ${request.name}`,
  heading: what,
  parts: [`${request.name} ${did}`, !!text && quote(text), !!facts && factList(facts)],
});

export const describeChange = (input: RequestMailInput, text: string): Copy =>
  describeDecision(input, { what: 'Change asked for', did: 'asks for a change.', text });

/** Amounts refunded and kept, one line each. */
export const factsOf = ({ cancellationFee, refunded }: Settled): Fact[] => [
  ['Goes back', formatExactRupees(refunded)],
  ['Is kept, as the quote said', formatExactRupees(cancellationFee)],
];

export const toSender = (
  request: Addressed,
  template: string,
  mail: RenderedMail,
  occasion = request.id,
): NewMessage => ({ ...mail, template, occasion, recipient: request.email, requestId: request.id });

/** Replies go to the customer. */
export const toShop = (
  request: Addressed,
  shop: ShopIdentity,
  template: string,
  mail: RenderedMail,
  occasion = request.id,
): NewMessage => ({ ...toSender(request, template, mail, occasion), recipient: shop.email, replyTo: request.email });

/**
 * An email to the customer with the link to the request's page. With an order it counts as an email about it; an
 * unconfirmed address gets few.
 */
export async function toCustomer(
  { request, shop, page, stopAddress }: RequestMailInput,
  template: string,
  occasion: string,
  copy: Copy,
): Promise<NewMessage> {
  const inAccount = request.userId !== null && `${shop.url}${href('/profile/requests/:id', { id: request.id })}`;
  const links = [
    page !== undefined && button('Open its page', page),
    inAccount && link('See it in My Requests', inAccount),
    page !== undefined && 'Who has this mail can open the page. Please don’t pass it on.',
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
