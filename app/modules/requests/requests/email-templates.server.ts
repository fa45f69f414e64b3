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
      heading: `New request from ${request.name}`,
      parts: [
        `${request.name} would like ${request.artworkTitle}, which ${request.kind === 'price-on-request' ? 'has its price on request' : 'is out of stock'}. Reply within ${formatSpan(request.waitingHours, 'hour')}.`,
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

/** Only signed-in admins can open the picture links. */
export const ownerCustomOrderMail = (
  request: Asked & { pictureUrls: string[] },
  shop: ShopIdentity,
): Promise<RenderedMail> =>
  renderOwnerMail(
    {
      subject: `Custom order from ${request.name}`,
      heading: `New custom order from ${request.name}`,
      parts: [
        `Based on ${request.artworkTitle}.`,
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

/** The address may belong to a stranger, so the email repeats no typed text. */
export function customOrderReceivedMail(
  request: { number: string; artworkTitle: string; waitingHours: number; weeks: string; page?: string },
  shop: ShopIdentity,
): Promise<RenderedMail> {
  return renderMail(
    {
      subject: 'Your custom order request',
      heading: 'Request Received',
      parts: [
        `Thank you. We’ve got your request, based on ${request.artworkTitle}.`,
        factList([['Your request number', request.number]]),
        `We’ll send you a quote within ${formatSpan(request.waitingHours, 'hour')}. Painting usually takes ${request.weeks}. You pay nothing until you accept.`,
        request.page !== undefined && button('Track your request', request.page),
        'To add something, reply to this email.',
      ],
    },
    shop,
  );
}

/** The address may belong to a stranger, so the email repeats no typed text. */
export const orderRequestReceivedMail = (
  request: { number: string; artworkTitle: string; waitingHours: number; page?: string },
  shop: ShopIdentity,
): Promise<RenderedMail> =>
  renderMail(
    {
      subject: `We’ve got your request (${request.number})`,
      heading: 'Request received',
      parts: [
        `Thank you. We’ve got your request for ${request.artworkTitle} and will reply within ${formatSpan(request.waitingHours, 'hour')}.`,
        factList([['Your request number', request.number]]),
        request.page !== undefined && button('Track your request', request.page),
        button('See your requests', `${shop.url}${href('/profile/requests')}`),
        'To add something, reply to this email.',
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
        `We’re sorry, we can’t take your request for ${request.artworkTitle}. You have not been charged.`,
        !!request.rejectionReason && quote(request.rejectionReason),
        factList([['Your request number', request.number]]),
        request.userId !== null && button('See your requests', `${shop.url}${href('/profile/requests')}`),
        'Would you like something else? Reply to this email.',
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
    `To turn your request into an order, we need you to create an account at ${shop.name} with this address, ${email}, and confirm it.`,
    button('Create an account', `${shop.url}${href('/login')}?mode=signup`),
    `We’ll create the order within ${formatSpan(replyWithinHours, 'hour')} after that, and you can track it in your dashboard. Questions? Reply to this email.`,
  ];
  return renderMail({ subject: heading, heading, parts }, shop);
}
