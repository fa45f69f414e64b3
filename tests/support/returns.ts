import { getReturn, receiveReturn } from '#app/modules/orders/returns/returns.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export async function receiveAll(shop: Shop, { id, fitForSale }: { id: string; fitForSale: boolean }) {
  const { lines } = await getReturn(shop, id);
  return receiveReturn(shop, {
    id,
    lines: lines.map(({ artworkId, variantId, quantity }) => ({
      artworkId,
      ...(variantId !== undefined && { variantId }),
      quantity,
      fitForSale: fitForSale ? quantity : 0,
    })),
  });
}
