import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import type { ReturnRequest } from './return.ts';
import { arrivalOf, RETURN_REASONS } from './return.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { button, type Fact, factList, quote } from '#app/platform/mail/mail-parts.tsx';
import { notMine } from '#app/modules/orders/orders/email-templates.server.tsx';
import { type RenderedMail, renderMail, renderOwnerMail } from '#app/platform/mail/render-mail.server.tsx';

export type ReturnMailInput = {
  request: ReturnRequest;
  shop: ShopIdentity;
  settings: Settings;
  /** Where to stop these mails, when nobody has confirmed the customer's address. */
  stopAddress?: string;
};
export type CustomerReturnMail =
  | 'return-asked'
  | 'return-accepted'
  | 'return-declined'
  | 'return-received'
  | 'return-closed';

/** What the customer is told of a return or exchange at one step, with the studio's own words where there are any. */
export function customerReturnMail(kind: CustomerReturnMail, input: ReturnMailInput): Promise<RenderedMail> {
  const { request, shop } = input;
  const what = labelOf(request);
  const { came, asked } = arrivalOf(request);
  const { parts, ...copy } = {
    'return-asked': {
      subject: `Your ${what} request for order ${request.orderNumber}`,
      heading: 'We have your request',
      parts: [
        `Thank you. Your ${what} request is with the studio. We look at it and write to you within ${formatSpan(input.settings.contact.replyWithinHours, 'hour')}.`,
        'Please keep the pieces and their packing until then. To add something, reply to this mail.',
      ],
    },
    'return-accepted': {
      subject: `Your ${what} for order ${request.orderNumber} is accepted`,
      heading: `Your ${what} is accepted`,
      parts: [
        `Please send the pieces in their packing to ${shop.name}, ${shop.address}, and write the order number ${request.orderNumber} on the parcel.`,
        shippingSentence(request),
        whatFollows(input),
      ],
    },
    'return-declined': {
      subject: `Your ${what} request for order ${request.orderNumber}`,
      heading: `We can’t accept this ${what}`,
      parts: ['We have looked at your request and are sorry to say no. If you see it otherwise, reply to this mail.'],
    },
    'return-received': {
      subject: `Your pieces of order ${request.orderNumber} came back`,
      heading: 'Your pieces came back',
      parts: [arrivalSentence(request), whatFollows(input)],
    },
    'return-closed': {
      subject: `Your ${what} for order ${request.orderNumber} is closed`,
      heading: `Your ${what} is closed`,
      parts: [
        request.receivedAt
          ? `${came} of ${asked} pieces are with the studio. The others haven’t come, so we have closed your request for them. If they are on their way, reply to this mail.`
          : 'The pieces haven’t come to the studio, so we have closed your request. If they are on their way, reply to this mail.',
      ],
    },
  }[kind];
  const isAnswer = kind === 'return-accepted' || kind === 'return-declined' || kind === 'return-closed';
  return renderMail(
    {
      ...copy,
      parts: [
        ...parts,
        factList([['Order', request.orderNumber], ...artworkRows(request, kind === 'return-received')]),
        isAnswer && !!request.answer && quote(request.answer),
        button('See your order', `${shop.url}${href('/profile/orders')}#order-${request.orderId}`),
        ...notMine(input.stopAddress),
      ],
    },
    shop,
  );
}

/** Tells the studio what somebody wants to send back, and where to answer. */
export function ownerReturnMail({ request, shop, settings }: ReturnMailInput, photos: number): Promise<RenderedMail> {
  return renderOwnerMail(
    {
      subject: `${request.kind === 'return' ? 'Return' : 'Exchange'} asked for: order ${request.orderNumber}`,
      heading: `${request.customerName} asks for ${request.kind === 'return' ? 'a return' : 'an exchange'}`,
      parts: [
        `We promised to answer within ${formatSpan(settings.contact.replyWithinHours, 'hour')}.`,
        factList([
          ['Order', request.orderNumber],
          ...artworkRows(request),
          ['Reason', RETURN_REASONS[request.reason].label],
          ...(request.exchangeFor ? [['Instead', request.exchangeFor] as const] : []),
          ['Photos', String(photos)],
        ]),
        !!request.details && quote(request.details),
        button('Open the request', `${shop.url}${href('/admin/returns/:id', { id: request.id })}`),
      ],
    },
    shop,
  );
}

const labelOf = ({ kind }: ReturnRequest): string => (kind === 'return' ? 'return' : 'exchange');

const shippingSentence = ({ reason }: ReturnRequest): string =>
  RETURN_REASONS[reason].shopPaysShipping
    ? 'We pay for the way back: tell us what it cost, with the receipt.'
    : 'The way back is yours to pay.';

function whatFollows({ request, settings: { promises } }: ReturnMailInput): string {
  return request.kind === 'return'
    ? `The refund reaches your original payment method ${formatSpan(promises.refundBusinessDays, 'business day')} after the pieces were looked at.`
    : 'Once the pieces were looked at, we send the one you chose. You pay the difference, if any.';
}

function arrivalSentence(request: ReturnRequest): string {
  const { came, asked, isWhole } = arrivalOf(request);
  return isWhole
    ? 'They are with the studio.'
    : `${came} of ${asked} are with the studio. What hasn’t come can come later: we write again then.`;
}

/** The pieces that are asked back, or what came of them. */
const artworkRows = ({ lines }: ReturnRequest, came = false) =>
  lines
    .map(({ title, quantity, received }) => ({ title, count: came ? received : quantity }))
    .filter(({ count }) => count > 0)
    .map(({ title, count }, at, { length }): Fact => [length > 1 ? `Piece ${at + 1}` : 'Piece', `${title} × ${count}`]);
