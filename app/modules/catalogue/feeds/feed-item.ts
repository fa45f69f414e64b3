import { href } from 'react-router';
import { cutAtWord } from '#app/basics/cut-text.ts';
import type { Paise } from '#app/basics/money.ts';
import type { ForSale } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { type Medium, MEDIUM_NAMES } from '#app/modules/catalogue/artworks/medium.ts';
import { titleOfVariant } from '#app/modules/catalogue/artworks/variant.ts';
import { absoluteAddress, wholeJpegOf } from '#app/modules/catalogue/media/picture.ts';
import { type DeliveryInIndia, highestCharge } from '#app/modules/store/shipping/shipping.ts';

/** One offer of the shop, with texts as long as both Google and Meta allow. */
export type FeedItem = {
  id: string;
  groupId: string | undefined;
  title: string;
  description: string;
  link: string;
  imageLink: string;
  additionalImageLinks: string[];
  isInStock: boolean;
  price: Paise;
  brand: string;
  googleCategory: string;
  productType: string;
  size: string | undefined;
  material: string | undefined;
  /** Undefined when the shop delivers nowhere. */
  shipping: Paise | undefined;
};

/** Paths of Google's product taxonomy. */
const GOOGLE_CATEGORIES: Record<Medium, string> = {
  fabric: 'Home & Garden > Decor > Artwork',
  oil: 'Home & Garden > Decor > Artwork > Posters, Prints, & Visual Artwork',
  handcraft: 'Home & Garden > Decor',
  'skin-care': 'Health & Beauty > Personal Care > Cosmetics > Skin Care',
};

const MAX_LENGTH = { title: 150, description: 5_000, brand: 70, productType: 750, size: 100, material: 200 };
const MAX_ADDITIONAL_IMAGES = 10;

/** Control characters, surrogates and U+FFFE are not allowed in XML. */
const fit = (text: string, length: number): string =>
  cutAtWord(text.replace(/[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').trim(), length);

export function toFeedItem(
  artwork: ForSale,
  shop: { shopName: string; shopUrl: string; delivery: DeliveryInIndia | undefined },
): FeedItem {
  const { variant, medium, category } = artwork;
  const title = variant ? titleOfVariant(artwork.title, variant) : artwork.title;
  const mediumName = MEDIUM_NAMES[medium];
  const isRepeated = category.toLowerCase() === mediumName.toLowerCase();
  const [imageLink = '', ...additionalImageLinks] = artwork.pictures.map((picture) =>
    absoluteAddress(wholeJpegOf(picture), shop.shopUrl),
  );
  const address = `${shop.shopUrl}${href('/artwork/:id', { id: artwork.slug })}`;
  return {
    id: variant?.id ?? artwork.artworkId,
    groupId: variant ? artwork.artworkId : undefined,
    title: fit(title, MAX_LENGTH.title),
    description: fit(artwork.description || title, MAX_LENGTH.description),
    link: variant ? `${address}?variant=${variant.id}` : address,
    imageLink,
    additionalImageLinks: additionalImageLinks.slice(0, MAX_ADDITIONAL_IMAGES),
    isInStock: artwork.stockCount > 0,
    price: artwork.price,
    brand: fit(shop.shopName, MAX_LENGTH.brand),
    googleCategory: GOOGLE_CATEGORIES[medium],
    productType: fit(isRepeated ? mediumName : `${mediumName} > ${category}`, MAX_LENGTH.productType),
    size: variant?.size ? fit(variant.size, MAX_LENGTH.size) : undefined,
    material: variant?.cloth ? fit(variant.cloth, MAX_LENGTH.material) : undefined,
    shipping: shop.delivery && highestCharge(shop.delivery, artwork.price),
  };
}
