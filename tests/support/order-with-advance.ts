import { NOTHING, type Paise, paise } from '#app/basics/money.ts';
import type { OrderRow } from '#app/modules/orders/orders/orders.server.ts';
import { createOrder } from '#app/modules/orders/orders/orders.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS } from './checkout.ts';

export function agreeOnOrder(
  shop: Shop,
  customer: Shop,
  { artworkId, total, advance }: { artworkId: string; total: Paise; advance: Paise },
): Promise<OrderRow> {
  return inTransaction(shop, async (shop) => {
    const created = await createOrder(shop, {
      userId: signedIn(customer).userId,
      items: [
        {
          artwork_id: artworkId,
          title: 'Saree',
          price: total,
          quantity: 1,
          image: '/media/s.webp',
          made_to_order: true,
        },
      ],
      totals: {
        subtotal: total,
        discountAmount: NOTHING,
        shippingCost: NOTHING,
        codCharge: NOTHING,
        gstAmount: NOTHING,
        total: paise(total),
      },
      advance,
      shippingAddress: ADDRESS,
      payment: { method: 'manual', reference: null, isClaimed: false },
      heldUntil: null,
    });
    return created!;
  });
}
