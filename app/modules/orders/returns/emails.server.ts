import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { notMine } from '#app/modules/orders/orders/email-templates.server.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import type { Email, MessageHistory, NewMessage } from '#app/platform/mail/email.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { button, type Fact, factList, quote } from '#app/platform/mail/mail-parts.tsx';
import { type RenderedMail, renderMail, renderOwnerMail } from '#app/platform/mail/render-mail.server.tsx';
import type { Shop } from '#app/platform/shop.server.ts';
import './events.server.ts';
import { arrivalOf, RETURN_REASONS, type ReturnRequest, type ReturnStatus } from './return.ts';
import { getReturn, photosOf } from './returns.server.ts';

export const returnEmails: readonly Email[] = [
  {
    name: 'notifications.return-asked',
    on: 'returns.asked',
    async write(shop, { requestId }, { history }) {
      const input = await readReturnMail(shop, requestId, history);
      const photos = await photosOf(shop, requestId);
      return [
        await writeToCustomer('return-asked', input),
        {
          ...(await ownerReturnMail(input, photos.length)),
          template: 'owner-return-asked',
          occasion: requestId,
          recipient: input.shop.email,
          replyTo: input.request.customerEmail,
          orderId: input.request.orderId,
        },
      ];
    },
  },
  {
    name: 'notifications.return-answered',
    on: 'returns.answered',
    async write(shop, { requestId }, { history }) {
      const input = await readReturnMail(shop, requestId, history);
      return [await writeToCustomer(ANSWER_MAILS[input.request.status] ?? 'return-accepted', input)];
    },
  },
  {
    name: 'notifications.return-received',
    on: 'returns.received',
    async write(shop, { requestId }, { history }) {
      const input = await readReturnMail(shop, requestId, history);
      // Each arrival has its own email.
      const occasion = `${requestId}:${arrivalOf(input.request).came}`;
      return [{ ...(await writeToCustomer('return-received', input)), occasion }];
    },
  },
];

/** A request withdrawn since was accepted. */
const ANSWER_MAILS: Partial<Record<ReturnStatus, CustomerReturnMail>> = {
  declined: 'return-declined',
  closed: 'return-closed',
};

const writeToCustomer = async (template: CustomerReturnMail, input: ReturnMailInput): Promise<NewMessage> => ({
  ...(await customerReturnMail(template, input)),
  template,
  occasion: input.request.id,
  recipient: input.request.customerEmail,
  orderId: input.request.orderId,
  isLimited: input.stopAddress !== undefined,
});

async function readReturnMail(shop: Shop, requestId: string, history: MessageHistory): Promise<ReturnMailInput> {
  const [request, settings, identity] = await Promise.all([
    getReturn(shop, requestId),
    getSettings(shop),
    readShopIdentity(shop),
  ]);
  const order = await getOrder(shop, request.orderId);
  return { request, settings, shop: identity, stopAddress: await history.stopAddressFor(shop, order) };
}

type ReturnMailInput = {
  request: ReturnRequest;
  shop: ShopIdentity;
  settings: Settings;
  /** For an address that was never confirmed. */
  stopAddress?: string;
};
type CustomerReturnMail = 'return-asked' | 'return-accepted' | 'return-declined' | 'return-received' | 'return-closed';

function customerReturnMail(kind: CustomerReturnMail, input: ReturnMailInput): Promise<RenderedMail> {
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

function ownerReturnMail({ request, shop, settings }: ReturnMailInput, photos: number): Promise<RenderedMail> {
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

const artworkRows = ({ lines }: ReturnRequest, came = false) =>
  lines
    .map(({ title, quantity, received }) => ({ title, count: came ? received : quantity }))
    .filter(({ count }) => count > 0)
    .map(({ title, count }, at, { length }): Fact => [length > 1 ? `Piece ${at + 1}` : 'Piece', `${title} × ${count}`]);
