import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { formatDay } from '#app/basics/india.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { button, type Fact, factList, quote } from '#app/platform/mail/mail-parts.tsx';
import { type RenderedMail, renderMail, renderOwnerMail } from '#app/platform/mail/render-mail.server.tsx';
import type { REQUEST_KINDS } from './request.ts';

type Asked = Record<'id' | 'number' | 'name' | 'email' | 'phone' | 'message' | 'artworkTitle', string>;

export const ownerOrderRequestMail = (
  request: Asked & { kind: keyof typeof REQUEST_KINDS; waitingHours: number; neededBy: string | null },
  shop: ShopIdentity,
): Promise<RenderedMail> =>
  renderOwnerMail(
    {
      subject: `Request from ${request.name}: ${request.artworkTitle}`,
      heading: `${request.name} asks for a piece`,
      parts: [
        `${request.artworkTitle} ${request.kind === 'price-on-request' ? 'has its price on request' : 'is out of stock'}, and ${request.name} would like one. We promised to write within ${formatSpan(request.waitingHours, 'hour')}.`,
        factList([
          ...contactOf(request),
          ['Piece', request.artworkTitle],
          ...(request.neededBy ? [['Needed by', formatDay(request.neededBy)] satisfies Fact] : []),
        ]),
        !!request.message && quote(request.message),
        openRequest(request, shop),
      ],
    },
    shop,
  );

/** Links to pictures, for signed-in admins. */
export const ownerCustomOrderMail = (
  request: Asked & { pictureUrls: string[] },
  shop: ShopIdentity,
): Promise<RenderedMail> =>
  renderOwnerMail(
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
        button('Open the request', `${shop.url}${href('/admin/requests/:id/commission', { id: request.id })}`),
      ],
    },
    shop,
  );

/** Repeats nothing that was typed, because the address may be a stranger's. */
export function customOrderReceivedMail(
  request: { number: string; artworkTitle: string; waitingHours: number; weeks: string; page?: string },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  return renderMail(
    {
      subject: 'Your custom order request',
      heading: 'Request Received',
      parts: [
        `Thank you. Your request for a piece after ${request.artworkTitle} is with the studio.`,
        factList([['Your request number', request.number]]),
        `We read it and write to you within ${formatSpan(request.waitingHours, 'hour')}, with a price and the time it takes, usually ${request.weeks}. Nothing is painted or paid before you have agreed.`,
        request.page !== undefined && button('Follow it here', request.page),
        'To add something, reply to this mail.',
      ],
    },
    shop,
  );
}

/** Repeats nothing that was typed, because the address may be a stranger's. */
export const orderRequestReceivedMail = (
  request: { number: string; artworkTitle: string; waitingHours: number; page?: string },
  shop: ShopIdentity,
): Promise<RenderedMail> =>
  renderMail(
    {
      subject: `We have your request (${request.number})`,
      heading: 'Request received',
      parts: [
        `Thank you. Your request for ${request.artworkTitle} is with the studio. We write to you within ${formatSpan(request.waitingHours, 'hour')}.`,
        factList([['Your request number', request.number]]),
        request.page !== undefined && button('Follow it here', request.page),
        button('See your requests', `${shop.url}${href('/profile/requests')}`),
        'To add something, reply to this mail.',
      ],
    },
    shop,
  );

export const requestRejectedMail = (
  request: { number: string; artworkTitle: string; rejectionReason: string | null; userId: string | null },
  shop: ShopIdentity,
): Promise<RenderedMail> =>
  renderMail(
    {
      subject: `Your request ${request.number}`,
      heading: 'We can’t take your request',
      preview: request.artworkTitle,
      parts: [
        `We have looked at your request for ${request.artworkTitle} and are sorry to say no. Nothing was charged.`,
        !!request.rejectionReason && quote(request.rejectionReason),
        factList([['Your request number', request.number]]),
        request.userId !== null && button('See your requests', `${shop.url}${href('/profile/requests')}`),
        'If you would like something else, reply to this mail.',
      ],
    },
    shop,
  );

const openRequest = ({ id }: Asked, shop: ShopIdentity) =>
  button('Open the request', `${shop.url}${href('/admin/requests/:id', { id })}`);

const contactOf = ({ number, name, email, phone }: Asked): Fact[] => [
  ['Request', number],
  ['Name', name],
  ['Email', email],
  ['Phone', phone],
];

export function accountNeededMail(
  { email, replyWithinHours }: { email: string; replyWithinHours: number },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  const heading = 'Your order needs an account';
  const parts = [
    `We would like to make your request an order. For that, please create an account at ${shop.name} with this address, ${email}, and confirm it with the mail we send you.`,
    button('Create an account', `${shop.url}${href('/login')}?mode=signup`),
    `Then you see the order in your dashboard and can follow it. We go on with it within ${formatSpan(replyWithinHours, 'hour')} after that; if something is unclear, reply to this mail.`,
  ];
  return renderMail({ subject: heading, heading, parts }, shop);
}
