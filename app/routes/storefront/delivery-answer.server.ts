import { NOTHING } from '#app/basics/money.ts';
import { listAddresses } from '#app/modules/identity/addresses/addresses.server.ts';
import { isMadeToOrder } from '#app/modules/catalogue/artworks/medium.ts';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { findBeingBought, quoteDelivery } from '#app/modules/payments/checkout/checkout.server.ts';
import { postalSchema, readZipCode } from '#app/modules/store/shipping/address-forms.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { DeliveryAnswer, DeliveryQuote } from '#app/modules/store/shipping/delivery.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { Visit } from '#app/routes/visit.server.ts';

export async function knownZipCode(shop: Shop, visit: Visit): Promise<string | undefined> {
  if (visit.zipCode || !('userId' in shop.actor)) return visit.zipCode;
  const [first] = await listAddresses(shop);
  return readZipCode(first?.address.zipCode);
}

async function isBeingBought(shop: Shop, artworkId: string): Promise<boolean> {
  const { others, held, ordered } = await findBeingBought(shop, [artworkId]);
  return [...others, ...held, ...ordered].length > 0;
}

/** Quotes delivery. A piece out of stock counts as made to order, unless someone is buying it now. */
export const quoteArtwork =
  (shop: Shop, settings: Settings, artwork: Artwork) =>
  async (zipCode: string): Promise<DeliveryQuote> => {
    const isGone = artwork.stockCount === 0 && !(await isBeingBought(shop, artwork.id));
    const madeToOrder = isMadeToOrder(artwork) || isGone;
    const amount = artwork.price ?? NOTHING;
    return quoteDelivery(shop, { settings, zipCode, amount, madeToOrder });
  };

export async function answerDelivery(
  typed: string,
  quote: (zipCode: string) => Promise<DeliveryQuote>,
): Promise<DeliveryAnswer> {
  const read = postalSchema.zipCode.safeParse(typed);
  return read.success ? { typed, quote: await quote(read.data) } : { typed, error: read.error.issues[0]!.message };
}
