import { href } from 'react-router';
import { isUuid } from '#app/basics/uuid.ts';
import { confirmedPayments } from '#app/modules/payments/bank/confirmed-payments.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { Confirmed } from './confirmed.ts';

const idIn = (search: URLSearchParams, name: string): string | undefined => {
  const id = search.get(name);
  return id !== null && isUuid(id) ? id : undefined;
};

/** Returns the payments that the last action confirmed, whose ids are in the address. */
export async function findConfirmed(shop: Shop, { searchParams: search }: URL): Promise<Confirmed | undefined> {
  const batch = search.has('matched') ? idIn(search, 'batch') : undefined;
  if (batch)
    return {
      payments: await confirmedPayments(shop, { batch }),
      undo: {
        action: href('/admin/payments'),
        intent: 'undo',
        button: { name: 'batch', value: batch },
        isOfBatch: true,
      },
    };
  const paymentId = search.get('done') === 'matched' ? idIn(search, 'paid') : undefined;
  const orderId = idIn(search, 'of');
  if (!paymentId || !orderId) return undefined;
  return {
    payments: await confirmedPayments(shop, { paymentId }),
    undo: search.has('undo')
      ? {
          action: href('/admin/orders/:id', { id: orderId }),
          intent: 'verification',
          button: { name: 'verification', value: 'unverified' },
          isOfBatch: false,
        }
      : undefined,
  };
}
