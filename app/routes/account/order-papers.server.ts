import { ordersWithInvoice } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { INVOICE_KINDS, DOCUMENT_TITLES, type DocumentKind } from '#app/modules/orders/invoices/paper.ts';
import { findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { gstWithin } from '#app/modules/orders/orders/gst-within.ts';
import type { OrderWithStatus } from '#app/modules/orders/orders/orders.server.ts';
import { findOrderClaims, findRefundStates } from '#app/modules/payments/payments/refunds.server.ts';
import {
  countArrived,
  isInReturnWindow,
  lastDayToReturn,
  canWithdraw,
  returnedItemCount,
} from '#app/modules/orders/returns/return.ts';
import { findReturns } from '#app/modules/orders/returns/returns.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

const isInvoice = ({ kind }: { kind: DocumentKind }) => (INVOICE_KINDS as readonly DocumentKind[]).includes(kind);

export type OrderPapers = Awaited<ReturnType<typeof papersOf>>[string];

export async function papersOf(shop: Shop, orders: readonly OrderWithStatus[]) {
  const ids = orders.map(({ id }) => id);
  const [issued, invoiced, requests, refundStates, claims, { promises, contact, seller }] = await Promise.all([
    findDocuments(shop, ids),
    ordersWithInvoice(shop, ids),
    findReturns(shop, ids),
    findRefundStates(shop, ids),
    findOrderClaims(shop, ids),
    getSettings(shop),
  ]);
  const days = promises.returnWithinDays;
  return Object.fromEntries(
    orders.map((order) => {
      const papers = issued.get(order.id) ?? [];
      const current = papers.findLast(isInvoice)?.kind;
      const others = papers.filter((paper) => !isInvoice(paper) || paper.kind !== current);
      const asked = requests.get(order.id) ?? [];
      const [request] = asked;
      const bought = order.items.reduce((all, { quantity }) => all + quantity, 0);
      const isOpen =
        order.status === 'delivered' &&
        isInReturnWindow(order.since, days, shop.now) &&
        returnedItemCount(asked) < bought;
      return [
        order.id,
        {
          includedGst: gstWithin(order, { seller, documents: papers }),
          hasInvoice: invoiced.has(order.id),
          invoiceTitle: current && others.some(isInvoice) ? DOCUMENT_TITLES[current] : 'Invoice',
          others: others.map(({ id, kind, number }) => ({
            id,
            title: DOCUMENT_TITLES[kind],
            number,
            showsNumber: others.filter((other) => other.kind === kind).length > 1,
          })),
          /** 'YYYY-MM-DD'. Undefined when no return is possible now. */
          returnUntil: isOpen && request?.status !== 'pending' ? lastDayToReturn(order.since, days) : undefined,
          request: request && {
            kind: request.kind,
            status: request.status,
            answer: request.answer,
            createdAt: request.createdAt,
            answeredAt: request.answeredAt,
            receivedAt: request.receivedAt,
            arrival: countArrived(request),
          },
          open: asked.find(canWithdraw)?.kind,
          refund: refundStates.get(order.id),
          claims: claims.get(order.id)!,
          replyWithinHours: contact.replyWithinHours,
          sendTo: contact.address,
        },
      ];
    }),
  );
}
