import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { PersonalData } from '#app/platform/personal-data.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { forgetCheckout, removeTypedAddressesBefore } from './checkout.server.ts';
import { checkoutAttempts } from './tables.server.ts';

const TYPED_ADDRESS_DAYS = 90;

export const checkoutData: PersonalData = {
  read: { typedAddresses: readTypedAddresses },
  erase: (shop, { userId }) => forgetCheckout(shop, userId),
  removeBefore: (shop) =>
    removeTypedAddressesBefore(shop, new Date(shop.now.getTime() - TYPED_ADDRESS_DAYS * 24 * 3_600_000)),
};

function readTypedAddresses(shop: Shop) {
  return shop.database
    .select({ address: checkoutAttempts.typedAddress, createdAt: checkoutAttempts.createdAt })
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.userId, signedIn(shop).userId), isNotNull(checkoutAttempts.typedAddress)))
    .orderBy(asc(checkoutAttempts.createdAt));
}
