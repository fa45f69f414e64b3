import { href } from 'react-router';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import type { Email } from '#app/platform/mail/email.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';
import { button } from '#app/platform/mail/mail-parts.tsx';
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.server.tsx';
import './events.server.ts';
import { takeBackInStockRequest } from './holds.server.ts';

/** The transaction that queues the email also deletes the request. */
export const backInStockEmails: readonly Email[] = [
  {
    name: 'notifications.back-in-stock',
    on: 'holds.back-in-stock',
    isAtomic: true,
    async write(shop, { requestId }) {
      const request = await takeBackInStockRequest(shop, requestId);
      if (!request) return [];
      return [
        {
          ...(await backInStockMail(request, await readShopIdentity(shop))),
          template: 'back-in-stock',
          occasion: requestId,
          recipient: request.email,
        },
      ];
    },
  },
];

const backInStockMail = ({ slug, title }: { slug: string; title: string }, shop: ShopIdentity): Promise<RenderedMail> =>
  renderMail(
    {
      subject: `${title} is back in stock`,
      heading: `${title} is back in stock`,
      parts: [
        `You asked us to email you when ${title} is back. You can buy it now, but we can’t reserve it for you.`,
        button('See the piece', `${shop.url}${href('/artwork/:id', { id: slug })}`),
        'We won’t email you about it again. Didn’t ask for this? Ignore this email.',
      ],
    },
    shop,
  );
