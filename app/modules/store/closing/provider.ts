import type { Shop } from '#app/platform/shop.server.ts';

/** Whether nothing is missing of what a live shop needs before anybody can buy. */
export type IsReadyForBuyers = (shop: Shop) => Promise<boolean>;

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    isReadyForBuyers: IsReadyForBuyers;
  }
}
