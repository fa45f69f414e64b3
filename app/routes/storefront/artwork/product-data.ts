import { href } from 'react-router';
import { type Paise, toRupeeText } from '#app/basics/money.ts';
import { type Artwork, mainFirst } from '#app/modules/catalogue/artworks/artwork.ts';
import { isMadeToOrder } from '#app/modules/catalogue/artworks/medium.ts';
import { titleOfVariant, type Variant } from '#app/modules/catalogue/artworks/variant.ts';
import { absoluteAddress, fileAtLeast } from '#app/modules/catalogue/media/picture.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { type DeliveryInIndia, highestCharge } from '#app/modules/store/shipping/shipping.ts';

export type ProductTerms = {
  shopName: string;
  shopUrl: string;
  delivery: DeliveryInIndia | undefined;
  promises: Pick<Settings['promises'], 'customWorkWeeks' | 'returnWithinDays'>;
};

/** Returns schema.org's Product, or a ProductGroup for an artwork with variants. */
export function productData(artwork: Artwork, terms: ProductTerms): Record<string, unknown> {
  const { shopName, shopUrl } = terms;
  const image = mainFirst(artwork.pictures, artwork.mainImageIndex).map((picture) =>
    absoluteAddress(fileAtLeast(picture, 1200), shopUrl),
  );
  const common = {
    name: artwork.title,
    description: artwork.description || artwork.title,
    category: artwork.category,
    brand: { '@type': 'Brand', name: shopName },
    image,
  };
  if (artwork.variants.length === 0)
    return {
      '@type': 'Product',
      ...common,
      sku: artwork.id,
      offers:
        artwork.price === null
          ? undefined
          : offerOf(artwork, { price: artwork.price, stockCount: artwork.stockCount }, terms),
    };
  return {
    '@type': 'ProductGroup',
    ...common,
    productGroupID: artwork.id,
    variesBy: [
      ...(artwork.variants.some(({ size }) => size) ? ['https://schema.org/size'] : []),
      ...(artwork.variants.some(({ cloth }) => cloth) ? ['https://schema.org/material'] : []),
    ],
    hasVariant: artwork.variants.map((variant) => ({
      '@type': 'Product',
      name: titleOfVariant(artwork.title, variant),
      sku: variant.id,
      size: variant.size || undefined,
      material: variant.cloth || undefined,
      image: image[0],
      offers: offerOf(artwork, variant, terms),
    })),
  };
}

function offerOf(
  artwork: Artwork,
  sold: { id?: Variant['id']; price: Paise; stockCount: number },
  terms: ProductTerms,
) {
  const address = `${terms.shopUrl}${href('/artwork/:id', { id: artwork.slug })}`;
  return {
    '@type': 'Offer',
    url: sold.id ? `${address}?variant=${sold.id}` : address,
    price: toRupeeText(sold.price),
    priceCurrency: 'INR',
    itemCondition: 'https://schema.org/NewCondition',
    availability: isMadeToOrder(artwork)
      ? 'https://schema.org/MadeToOrder'
      : sold.stockCount > 0
        ? 'https://schema.org/InStock'
        : 'https://schema.org/OutOfStock',
    seller: { '@id': `${terms.shopUrl}/#organization` },
    shippingDetails: terms.delivery && shippingOf(artwork, sold.price, terms.delivery, terms.promises),
    hasMerchantReturnPolicy: returnPolicyOf(artwork, terms.promises),
  };
}

function shippingOf(
  artwork: Artwork,
  price: Paise,
  delivery: DeliveryInIndia,
  { customWorkWeeks }: ProductTerms['promises'],
) {
  const { handling, transit } = delivery;
  const weeks = isMadeToOrder(artwork) ? customWorkWeeks : { from: 0, to: 0 };
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: toRupeeText(highestCharge(delivery, price)),
      currency: 'INR',
    },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: daysFrom({ from: weeks.from * 7 + handling.from, to: weeks.to * 7 + handling.to }),
      transitTime: daysFrom(transit),
    },
  };
}

const daysFrom = ({ from, to }: { from: number; to: number }) => ({
  '@type': 'QuantitativeValue',
  minValue: from,
  maxValue: to,
  unitCode: 'DAY',
});

/** Pieces that are made for one person can be returned only for a quality issue. */
function returnPolicyOf(artwork: Artwork, { returnWithinDays }: ProductTerms['promises']) {
  const policy = { '@type': 'MerchantReturnPolicy', applicableCountry: 'IN' };
  const isPersonal = isMadeToOrder(artwork) || artwork.personalizationFields.some(({ required }) => required);
  if (isPersonal || returnWithinDays === 0)
    return { ...policy, returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' };
  return {
    ...policy,
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: returnWithinDays,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    itemDefectReturnFees: 'https://schema.org/FreeReturn',
  };
}
