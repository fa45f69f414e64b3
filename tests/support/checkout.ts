import { eq } from 'drizzle-orm';
import { NOTHING } from '#app/basics/money.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { Checkout } from '#app/modules/payments/checkout/forms.ts';
import { personalize } from '#app/modules/catalogue/artworks/personalization.ts';
import { digestAnswers, openCheckout, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { price } from '#app/modules/orders/pricing/pricing.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';

export const ADDRESS: Checkout['shippingAddress'] = {
  name: 'Asha Rawat',
  email: 'asha@example.in',
  phone: '9876543210',
  zipCode: '263601',
  street: '14 Mall Road',
  city: 'Almora',
  state: 'Uttarakhand',
  country: 'India',
};

/** Orders are limited by phone and email, so each checkout has its own. */
export const ownAddress = (shop: Shop): Checkout['shippingAddress'] => {
  const { userId } = signedIn(shop);
  return { ...ADDRESS, phone: `98765${userId.replace(/\D/g, '').slice(-5)}`, email: `${userId}@example.in` };
};

let references = 0;

export const newReference = (): string => String(400_000_000_000 + (references += 1));

export async function putIntoCart(shop: Shop, artworkId: string, quantity = 1, variantId?: string): Promise<void> {
  await shop.database.insert(cart).values({
    userId: signedIn(shop).userId,
    artworkId,
    variantId,
    quantity,
    createdAt: shop.now,
    updatedAt: shop.now,
  });
}

export async function checkoutOf(
  shop: Shop,
  changes: Partial<Checkout> & { discountPercentage?: number } = {},
): Promise<Checkout> {
  const { discountPercentage, ...others } = changes;
  const inCart = await shop.database
    .select({
      artworkId: artworks.id,
      variantId: cart.variantId,
      quantity: cart.quantity,
      answers: cart.answers,
      fields: artworks.personalizationFields,
      price: artworks.price,
      variantPrice: artworkVariants.price,
    })
    .from(cart)
    .innerJoin(artworks, eq(artworks.id, cart.artworkId))
    .leftJoin(artworkVariants, eq(artworkVariants.id, cart.variantId))
    .where(eq(cart.userId, signedIn(shop).userId));
  const lines = inCart.map(({ variantPrice, variantId, answers, fields, ...line }) => ({
    ...line,
    seenAnswers: digestAnswers(personalize(fields, answers).personalization),
    ...(variantId !== null && { variantId }),
    price: variantPrice ?? line.price ?? NOTHING,
  }));
  const { key } = await openCheckout(shop);
  return {
    key,
    seenLines: lines,
    seenTotal: price({ lines, discountPercentage, settings: await getSettings(shop) }).total,
    shippingAddress: ADDRESS,
    paymentMethod: 'manual',
    paymentReferenceId: newReference(),
    ...others,
  };
}

export async function orderCart(shop: Shop, changes: Parameters<typeof checkoutOf>[1] = {}): Promise<Order> {
  const answer = await placeOrder(shop, await checkoutOf(shop, changes));
  if (!answer.ok) throw new Error(`refused: ${answer.reason}`);
  return answer.value;
}
