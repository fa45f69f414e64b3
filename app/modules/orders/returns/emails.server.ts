import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { stopEmailsParts } from '#app/modules/orders/orders/email-templates.server.ts';
import { isForAccount } from '#app/modules/orders/orders/order-link.server.ts';
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
import { countArrived, RETURN_REASONS, type ReturnRequest, type ReturnStatus } from './return.ts';
import { getReturn, findReturnPhotos } from './returns.server.ts';

export const returnEmails: readonly Email[] = [
  {
    name: 'notifications.return-asked',
    on: 'returns.asked',
    async write(shop, { requestId }, { history }) {
      const input = await readReturnMail(shop, requestId, history);
      const photos = await findReturnPhotos(shop, requestId);
      return [
        await writeToCustomer('return-asked', input),
        {
          ...(await ownerReturnMail(input, photos.length)),
          template: 'owner-return-asked',
          occasion: requestId,
          recipient: input.shop.email,
          replyTo: input.request.customerEmail,
          orderId: input.request.orderId,
          notice: {
            kind: 'request',
            path: href('/admin/returns/:id', { id: requestId }),
            detail: `${input.request.orderNumber}, ${input.request.customerName}`,
          },
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
      const occasion = `${requestId}:${countArrived(input.request).came}`;
      return [{ ...(await writeToCustomer('return-received', input)), occasion }];
    },
  },
];

/** A withdrawn request with an answer was accepted before, so it gets the email for accepted requests. */
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
  const [stopAddress, isAccounts] = await Promise.all([history.stopAddressFor(shop, order), isForAccount(shop, order)]);
  const orderPath = isAccounts
    ? `${href('/profile/orders')}#order-${order.id}`
    : `${href('/track-order')}?order=${order.orderNumber}`;
  return { request, settings, shop: identity, orderPath, stopAddress };
}

type ReturnMailInput = {
  request: ReturnRequest;
  shop: ShopIdentity;
  settings: Settings;
  orderPath: string;
  /** Set only in emails to unconfirmed addresses. */
  stopAddress?: string;
};
type CustomerReturnMail = 'return-asked' | 'return-accepted' | 'return-declined' | 'return-received' | 'return-closed';

function customerReturnMail(kind: CustomerReturnMail, input: ReturnMailInput): Promise<RenderedMail> {
  const { request, shop } = input;
  const what = returnLabel(request);
  const { came, asked } = countArrived(request);
  const { parts, ...copy } = {
    'return-asked': {
      subject: `Your ${what} request for order ${request.orderNumber}`,
      heading: 'We’ve got your request',
      parts: [
        `Thank you. We’ll reply to your ${what} request within ${formatSpan(input.settings.contact.replyWithinHours, 'hour')}.`,
        'Please keep the pieces and their packaging until then. To add anything, reply to this email.',
      ],
    },
    'return-accepted': {
      subject: `Your ${what} for order ${request.orderNumber} is accepted`,
      heading: `Your ${what} is accepted`,
      parts: [
        `Please send the pieces in their packaging to ${shop.name}, ${shop.address}, and write the order number ${request.orderNumber} on the parcel.`,
        shippingSentence(request),
        describeNextStep(input),
      ],
    },
    'return-declined': {
      subject: `Your ${what} request for order ${request.orderNumber}`,
      heading: `We can’t accept this ${what}`,
      parts: ['We’ve reviewed your request, and we’re sorry to decline it. If you disagree, reply to this email.'],
    },
    'return-received': {
      subject: `We received your return for order ${request.orderNumber}`,
      heading: 'We received your pieces',
      parts: [arrivalSentence(request), describeNextStep(input)],
    },
    'return-closed': {
      subject: `Your ${what} for order ${request.orderNumber} is closed`,
      heading: `Your ${what} is closed`,
      parts: [
        request.receivedAt
          ? `We received ${came} of ${asked} pieces. The others haven’t arrived, so we’ve closed your request for them. If they’re on their way, reply to this email.`
          : 'The pieces haven’t arrived, so we’ve closed your request. If they’re on their way, reply to this email.',
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
        button('See your order', `${shop.url}${input.orderPath}`),
        ...stopEmailsParts(input.stopAddress),
      ],
    },
    shop,
  );
}

function ownerReturnMail({ request, shop, settings }: ReturnMailInput, photos: number): Promise<RenderedMail> {
  return renderOwnerMail(
    {
      subject: `${request.kind === 'return' ? 'Return' : 'Exchange'} requested: order ${request.orderNumber}`,
      heading: `${request.customerName} requested ${request.kind === 'return' ? 'a return' : 'an exchange'}`,
      parts: [
        `Please reply within ${formatSpan(settings.contact.replyWithinHours, 'hour')}, as we promised.`,
        factList([
          ['Order', request.orderNumber],
          ...artworkRows(request),
          ['Reason', RETURN_REASONS[request.reason].label],
          ...(request.exchangeFor ? [['Exchange for', request.exchangeFor] as const] : []),
          ['Photos', String(photos)],
        ]),
        !!request.details && quote(request.details),
        button('Open the request', `${shop.url}${href('/admin/returns/:id', { id: request.id })}`),
      ],
    },
    shop,
  );
}

const returnLabel = ({ kind }: ReturnRequest): string => (kind === 'return' ? 'return' : 'exchange');

const shippingSentence = ({ reason }: ReturnRequest): string =>
  RETURN_REASONS[reason].shopPaysShipping
    ? 'We pay return shipping. Send us the receipt, and we’ll refund the cost.'
    : 'You pay return shipping.';

function describeNextStep({ request, settings: { promises } }: ReturnMailInput): string {
  return request.kind === 'return'
    ? `Your refund reaches your original payment method ${formatSpan(promises.refundBusinessDays, 'business day')} after we’ve checked the pieces.`
    : 'Once we’ve checked the pieces, we’ll send the one you chose. You pay the difference, if any.';
}

function arrivalSentence(request: ReturnRequest): string {
  const { came, asked, isWhole } = countArrived(request);
  return isWhole ? 'We have all of them.' : `We have ${came} of ${asked}. We’ll email you when the rest arrives.`;
}

const artworkRows = ({ lines }: ReturnRequest, came = false) =>
  lines
    .map(({ title, quantity, received }) => ({ title, count: came ? received : quantity }))
    .filter(({ count }) => count > 0)
    .map(({ title, count }, at, { length }): Fact => [length > 1 ? `Piece ${at + 1}` : 'Piece', `${title} × ${count}`]);
