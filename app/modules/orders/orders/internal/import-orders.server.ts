import { inArray } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { NOTHING, type Paise } from '#app/basics/money.ts';
import type { PaymentMethod } from '#app/basics/payment-methods.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { importBooks, type ImportedPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import type { OrderItem, OrderStatus, PaymentStatus } from '#app/modules/orders/orders/order.ts';
import { isBought, ORDER_LIFE } from '#app/modules/orders/orders/order-life.ts';
import { newOrderNumber, orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import { importPurchases } from '#app/modules/catalogue/artworks/purchases.server.ts';
import { type ImportMemory, type ImportOutcomes, importRows } from '#app/platform/database/import-rows.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';

export type ImportedOrder = {
  id: string;
  userId: string | null;
  items: OrderItem[];
  subtotal: Paise;
  discountAmount: Paise;
  couponCode: string | null;
  shippingCost: Paise;
  gstAmount: Paise;
  total: Paise;
  shippingAddress: ShippingAddress;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  status: OrderStatus;
  customerName: string;
  customerEmail: string;
  createdAt: Date;
  updatedAt: Date;
  payments: readonly ImportedPayment[];
  note: string;
};

/**
 * Imports orders without stock, coupons, invoices or messages. Shipped and refunded orders count as paid; other
 * payments become claims. Only for background jobs and commands.
 */
export async function importOrders(
  shop: Shop,
  imported: readonly ImportedOrder[],
  memory: ImportMemory,
): Promise<ImportOutcomes> {
  shopOnly(shop);
  return importRows(shop, imported, {
    ...memory,
    columns: (order) => {
      const { movedInAt: _movedInAt, ...row } = rowOf(shop, order);
      return row;
    },
    findExisting: async (shop, rows) => {
      const ids = rows.map(({ id }) => id);
      const there = await shop.database.select().from(orders).where(inArray(orders.id, ids));
      return new Map(there.map((row) => [row.id, row]));
    },
    write: writeOrders,
  });
}

async function writeOrders(shop: Shop, imported: readonly ImportedOrder[]): Promise<void> {
  await shop.database.insert(orders).values(imported.map((order) => rowOf(shop, order)));
  await shop.database.insert(orderHistory).values(
    imported.map(({ id: orderId, status: toStatus, updatedAt: createdAt, note }) => ({
      orderId,
      toStatus,
      reason: ['Moved in', note].filter(Boolean).join('. '),
      createdAt,
    })),
  );
  await importBooks(
    shop,
    imported.map((order) => ({
      orderId: order.id,
      customerId: order.userId,
      total: order.total,
      payments: order.payments,
      isMatched: isMatched(order),
      isRefunded: order.paymentStatus === 'refunded',
      isCancelled: order.status === 'cancelled',
      createdAt: order.createdAt,
      updatedAt: order.updatedAt,
    })),
  );
  await importPurchases(
    shop,
    imported
      .filter(isBought)
      .flatMap(({ id: orderId, userId, items, createdAt: boughtAt }) =>
        userId === null ? [] : items.map(({ artwork_id: artworkId }) => ({ orderId, userId, artworkId, boughtAt })),
      ),
  );
}

const isMatched = ({ status, paymentStatus }: Pick<ImportedOrder, 'status' | 'paymentStatus'>): boolean =>
  paymentStatus === 'refunded' || (paymentStatus === 'confirmed' && ORDER_LIFE[status].leftTheStudio);

function rowOf(shop: Shop, { payments, note: _note, ...order }: ImportedOrder) {
  const isPaid = order.paymentStatus === 'confirmed' || order.paymentStatus === 'refunded';
  return {
    ...order,
    orderNumber: newOrderNumber(`moved order\n${order.id}`),
    // Orders with a draft key may have no account, and a discount without a coupon code.
    draftKey: uuidFrom(`moved order\n${order.id}`),
    codCharge: NOTHING,
    paymentReferenceId: payments.findLast(({ status }) => status === 'success')?.reference ?? null,
    verification: isMatched(order) ? ('matched' as const) : ('unverified' as const),
    // An order that was paid and then cancelled had been confirmed before.
    confirmedAt: ORDER_LIFE[order.status].isCertain || isPaid ? order.createdAt : null,
    releasedAt: order.status === 'cancelled' ? order.updatedAt : null,
    movedInAt: shop.now,
  };
}
