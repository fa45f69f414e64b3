import { eq } from 'drizzle-orm';
import { personalize } from '#app/modules/catalogue/artworks/personalization.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { PersonalData } from '#app/platform/personal-data.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { forgetCart } from './cart.server.ts';
import { cart } from './tables.server.ts';

export const cartData: PersonalData = {
  read: { cart: readCart },
  erase: (shop, { userId }) => forgetCart(shop, userId),
};

async function readCart(shop: Shop) {
  const lines = await shop.database
    .select({
      artworkId: cart.artworkId,
      variantId: cart.variantId,
      title: artworks.title,
      quantity: cart.quantity,
      answers: cart.answers,
      fields: artworks.personalizationFields,
      addedAt: cart.createdAt,
    })
    .from(cart)
    .innerJoin(artworks, eq(artworks.id, cart.artworkId))
    .where(eq(cart.userId, signedIn(shop).userId));
  return lines.map(({ answers, fields, ...line }) => ({
    ...line,
    personalization: personalize(fields, answers).personalization,
  }));
}
