import { eq } from 'drizzle-orm';
import { paise } from '#app/basics/money.ts';
import { asksForArtwork, STAGE_LABELS } from './request.ts';
import { linkOf } from './access.server.ts';
import { takeUnseenMessages } from './conversations.server.ts';
import { uploadKeyOf } from './pictures.server.ts';
import { commissions, conversationPictures, quotes, stageUpdates } from './tables.server.ts';
import type { Template } from '#app/modules/messaging/messages/message.ts';
import { queueMails } from '#app/modules/messaging/messages/messages.server.ts';
import {
  commissionClosedMail,
  type CommissionMailInput,
  commissionMessageMail,
  factsOf,
  ownerCommissionMail,
  ownerCommissionMessageMail,
  quoteAcceptedMail,
  quoteSentMail,
  stageReachedMail,
} from './email-templates.server.tsx';
import type { RenderedMail } from '#app/platform/mail/render-mail.server.tsx';
import { getRequest } from './read-requests.server.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import type { Listener } from '#app/platform/outbox/listener.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { readShopIdentity } from '#app/modules/store/settings/shop-identity.server.ts';
import { stopAddressFor } from '#app/modules/messaging/messages/internal/unconfirmed-recipients.server.ts';

/** What is written about a request and its commission, to the side that has to know. */
export const commissionListeners: readonly Listener[] = [
  {
    name: 'notifications.commission-message',
    on: 'conversations.message-unseen',
    async handle(shop, { requestId, sender }) {
      const input = await readInput(shop, requestId);
      // Marked as mailed in the transaction that writes the mail: none is lost, none is mailed twice.
      await inTransaction(shop, async (shop) => {
        const unseen = await takeUnseenMessages(shop, { requestId, sender });
        if (unseen.length === 0) return;
        const occasion = unseen[0]!.id;
        if (sender === 'customer')
          await mailStudio(shop, input, {
            ...(await ownerCommissionMessageMail(input, unseen)),
            template: 'owner-commission-message',
            occasion,
          });
        else
          await mailCustomer(shop, input, {
            ...(await commissionMessageMail(input, unseen)),
            template: 'commission-message',
            occasion,
          });
      });
    },
  },
  {
    name: 'notifications.quote-sent',
    on: 'commissions.quote-sent',
    async handle(shop, { quoteId }) {
      const [quote] = await shop.database.select().from(quotes).where(eq(quotes.id, quoteId));
      if (!quote) return;
      const input = await readInput(shop, quote.requestId);
      await mailCustomer(shop, input, {
        ...(await quoteSentMail(input, quote)),
        template: 'quote-sent',
        occasion: quoteId,
      });
    },
  },
  {
    name: 'notifications.change-asked',
    on: 'commissions.change-asked',
    async handle(shop, { quoteId }) {
      const [quote] = await shop.database.select().from(quotes).where(eq(quotes.id, quoteId));
      if (quote?.changeAsked) await mailChange(shop, { ...quote, text: quote.changeAsked });
    },
  },
  {
    name: 'notifications.quote-accepted',
    on: 'commissions.quote-accepted',
    async handle(shop, { quoteId, orderId }) {
      const [quote] = await shop.database.select().from(quotes).where(eq(quotes.id, quoteId));
      if (!quote) return;
      const [input, order] = await Promise.all([readInput(shop, quote.requestId), getOrder(shop, orderId)]);
      const { orderNumber } = order;
      const isStocked = order.items.every((item) => !item.made_to_order);
      const isMadeAnew = !isStocked && asksForArtwork(input.request.kind, input.request.medium);
      await mailCustomer(shop, input, {
        ...(await quoteAcceptedMail(input, {
          ...quote,
          orderNumber,
          isStocked,
          isMadeAnew,
        })),
        template: 'quote-accepted',
        occasion: quoteId,
      });
      const accepted = `${input.request.name} accepted quote ${quote.version}. It is order ${orderNumber}, and waits for its advance.`;
      const sentence = isMadeAnew ? `${accepted} The piece itself isn’t in stock: it is to be made.` : accepted;
      await mailStudio(shop, input, {
        ...(await ownerCommissionMail(input, {
          what: 'Quote accepted',
          sentence,
        })),
        template: 'owner-quote-accepted',
        occasion: quoteId,
      });
    },
  },
  {
    name: 'notifications.stage-reached',
    on: 'commissions.stage-reached',
    async handle(shop, { updateId }) {
      const [update] = await shop.database.select().from(stageUpdates).where(eq(stageUpdates.id, updateId));
      // Taken back before we got here, or looked at and answered.
      if (!update || update.approvedAt || update.changeWanted !== null) return;
      const [input, [fabric], photos] = await Promise.all([
        readInput(shop, update.requestId),
        shop.database
          .select({
            receivedAt: commissions.fabricReceivedAt,
            confirmedAt: commissions.fabricConfirmedAt,
          })
          .from(commissions)
          .where(eq(commissions.requestId, update.requestId)),
        shop.database.$count(
          conversationPictures,
          eq(conversationPictures.uploadKey, uploadKeyOf(update.requestId, update.key)),
        ),
      ]);
      const { orderId } = input.request;
      // Cancelled before we got here.
      if (orderId && (await getOrder(shop, orderId)).status === 'cancelled') return;
      const label = STAGE_LABELS[update.stage];
      const isFabric = update.stage === 'fabric-in';
      if (isFabric && fabric?.confirmedAt) return;
      const asksFabric = isFabric && !!fabric?.receivedAt;
      await mailCustomer(shop, input, {
        ...(await stageReachedMail(input, {
          ...update,
          label,
          isFabric,
          asksFabric,
          photos,
        })),
        template: 'commission-stage',
        occasion: updateId,
      });
    },
  },
  {
    name: 'notifications.design-approved',
    on: 'commissions.design-approved',
    async handle(shop, { updateId }) {
      const [update] = await shop.database.select().from(stageUpdates).where(eq(stageUpdates.id, updateId));
      if (!update) return;
      const input = await readInput(shop, update.requestId);
      const sentence = `${input.request.name} approved the design.`;
      await mailStudio(shop, input, {
        ...(await ownerCommissionMail(input, {
          what: 'Design approved',
          sentence,
        })),
        template: 'owner-design-approved',
        occasion: updateId,
      });
    },
  },
  {
    name: 'notifications.design-declined',
    on: 'commissions.design-declined',
    async handle(shop, { updateId }) {
      const [update] = await shop.database.select().from(stageUpdates).where(eq(stageUpdates.id, updateId));
      if (update?.changeWanted) await mailChange(shop, { ...update, text: update.changeWanted });
    },
  },
  {
    name: 'notifications.fabric-confirmed',
    on: 'commissions.fabric-confirmed',
    async handle(shop, { requestId }, { id }) {
      const input = await readInput(shop, requestId);
      const sentence = `${input.request.name} agrees to the cloth that came.`;
      await mailStudio(shop, input, {
        ...(await ownerCommissionMail(input, {
          what: 'Cloth confirmed',
          sentence,
        })),
        template: 'owner-fabric-confirmed',
        occasion: id,
      });
    },
  },
  {
    name: 'notifications.commission-cancelled',
    on: 'commissions.cancelled',
    // Its customer is told by the mail about the order.
    async handle(shop, { requestId, by, ...amounts }, { id }) {
      if (by === 'studio') return;
      const settled = {
        cancellationFee: paise(amounts.cancellationFee),
        refunded: paise(amounts.refunded),
      };
      const input = await readInput(shop, requestId);
      const sentence = `${input.request.name} cancelled the work.`;
      await mailStudio(shop, input, {
        ...(await ownerCommissionMail(input, {
          what: 'Work cancelled',
          sentence,
          facts: factsOf(settled),
        })),
        template: 'owner-commission-cancelled',
        occasion: id,
      });
    },
  },
  {
    name: 'notifications.commission-closed',
    on: 'commissions.closed',
    async handle(shop, { requestId }, { id }) {
      const input = await readInput(shop, requestId);
      // Opened again before we got here.
      if (input.request.status !== 'closed') return;
      await mailCustomer(shop, input, {
        ...(await commissionClosedMail(input)),
        template: 'commission-closed',
        occasion: id,
      });
    },
  },
];

type Input = CommissionMailInput & {
  request: Awaited<ReturnType<typeof getRequest>>;
};
type Mail = RenderedMail & { template: Template; occasion: string };

/** With an order it is a mail about that order, and an address that nobody has confirmed gets few of these. */
const mailCustomer = (shop: Shop, { request, stopAddress }: Input, mail: Mail): Promise<void> =>
  queueMails(shop, {
    ...mail,
    recipient: request.email,
    requestId: request.id,
    orderId: request.orderId,
    isLimited: stopAddress !== undefined,
  });

const mailStudio = (shop: Shop, { request, shop: identity }: Input, mail: Mail): Promise<void> =>
  queueMails(shop, {
    ...mail,
    recipient: identity.email,
    replyTo: request.email,
    requestId: request.id,
  });

/** What its customer wants otherwise, of the quote or the design with this id. */
async function mailChange(
  shop: Shop,
  { id, requestId, text }: { id: string; requestId: string; text: string },
): Promise<void> {
  const input = await readInput(shop, requestId);
  const sentence = `${input.request.name} asks for a change.`;
  await mailStudio(shop, input, {
    ...(await ownerCommissionMail(input, {
      what: 'Change asked for',
      sentence,
      text,
    })),
    template: 'owner-change-asked',
    occasion: id,
  });
}

async function readInput(shop: Shop, requestId: string): Promise<Input> {
  const [found, page, identity] = await Promise.all([
    getRequest(shop, requestId),
    linkOf(shop, requestId, 'email'),
    readShopIdentity(shop),
  ]);
  const request = {
    ...found,
    artworkTitle: found.artworkTitle ?? 'a piece that is no longer in the shop',
  };
  const { email: customerEmail, userId } = request;
  const stopAddress = request.orderId === null ? undefined : await stopAddressFor(shop, { customerEmail, userId });
  return { request, page, shop: identity, stopAddress };
}
