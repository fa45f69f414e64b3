import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import '#app/modules/orders/orders/orders.server.ts';
import { issueReceipts } from './invoice-documents.server.ts';

const issueReceiptsOn = <Name extends 'orders.confirmed' | 'orders.payment-checked' | 'orders.status-changed'>(
  on: Name,
): ListenerOn<Name> => ({
  name: 'order-documents.receipts',
  on,
  handle: async (shop, { orderId }) => void (await issueReceipts(shop, orderId)),
});

export const orderDocumentListeners = [
  issueReceiptsOn('orders.confirmed'),
  issueReceiptsOn('orders.payment-checked'),
  issueReceiptsOn('orders.status-changed'),
] as const;
