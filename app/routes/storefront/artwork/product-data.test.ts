import { expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { PLACEHOLDER } from '#app/modules/catalogue/media/picture.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { deliveryInIndia } from '#app/modules/store/shipping/shipping.ts';
import { schemaProblems } from '#tests/support/schema-org.ts';
import { productData } from './product-data.ts';

const TERMS = {
  shopName: 'Bisvar',
  shopUrl: 'https://shop.test',
  delivery: deliveryInIndia(DEFAULT_SETTINGS),
  promises: DEFAULT_SETTINGS.promises,
};
const LAMP = {
  id: 'a1',
  slug: 'lamp',
  title: 'Lamp',
  description: '',
  price: rupees(1_450),
  medium: 'handcraft',
  category: 'Brass',
  stockCount: 1,
  pictures: [
    { ...PLACEHOLDER, url: '/media/side.webp' },
    { ...PLACEHOLDER, url: '/media/front.webp' },
  ],
  mainImageIndex: 1,
  variants: [],
  personalizationFields: [],
} as unknown as Artwork;
const VARIANT = { size: '', cloth: '', dimensions: LAMP.dimensions };

const asWritten = (data: object) => JSON.parse(JSON.stringify(data)) as Record<string, unknown>;

test('the check knows unknown properties and wrong values', () => {
  const offers = { '@type': 'Offer', price: '1,450', shipingDetails: {} };
  expect(schemaProblems({ '@type': 'Product', offers })).toEqual([
    'Product.offers Offer.price is "1,450"',
    'Product.offers Offer.shipingDetails is unknown',
  ]);
});

test('a product has every picture, shipping and returns, as schema.org defines them', () => {
  const product = asWritten(productData(LAMP, TERMS));
  expect(schemaProblems(product)).toEqual([]);
  expect(product).toMatchObject({
    description: 'Lamp',
    brand: { name: 'Bisvar' },
    image: ['https://shop.test/media/front-800.webp', 'https://shop.test/media/side-800.webp'],
    sku: 'a1',
    offers: {
      url: 'https://shop.test/artwork/lamp',
      price: '1450.00',
      availability: 'https://schema.org/InStock',
      shippingDetails: {
        shippingRate: { value: '150.00', currency: 'INR' },
        shippingDestination: { addressCountry: 'IN' },
        deliveryTime: {
          handlingTime: { minValue: 1, maxValue: 2, unitCode: 'DAY' },
          transitTime: { minValue: 3, maxValue: 10, unitCode: 'DAY' },
        },
      },
      hasMerchantReturnPolicy: {
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: 7,
      },
    },
  });
  expect(JSON.stringify(product)).not.toMatch(/rating|priceValidUntil/i);
});

test('a product group has an offer for each variant', () => {
  const variants = [
    { ...VARIANT, id: 'v1', size: 'Long', price: rupees(2_500), stockCount: 0 },
    { ...VARIANT, id: 'v2', size: 'Short', cloth: 'Jute', price: rupees(900), stockCount: 3 },
  ];
  const group = asWritten(productData({ ...LAMP, hasVariants: true, variants }, TERMS));
  expect(schemaProblems(group)).toEqual([]);
  expect(group).toMatchObject({
    productGroupID: 'a1',
    variesBy: ['https://schema.org/size', 'https://schema.org/material'],
    hasVariant: [
      {
        name: 'Lamp (Long)',
        sku: 'v1',
        size: 'Long',
        offers: {
          url: 'https://shop.test/artwork/lamp?variant=v1',
          availability: 'https://schema.org/OutOfStock',
          shippingDetails: { shippingRate: { value: '0.00' } },
        },
      },
      { name: 'Lamp (Short, Jute)', sku: 'v2', material: 'Jute', offers: { price: '900.00' } },
    ],
  });
});

test('a piece that is made for one person takes weeks and cannot be returned', () => {
  const data = asWritten(productData({ ...LAMP, medium: 'fabric' }, TERMS));
  expect(schemaProblems(data)).toEqual([]);
  expect(data).toMatchObject({
    offers: {
      availability: 'https://schema.org/MadeToOrder',
      shippingDetails: { deliveryTime: { handlingTime: { minValue: 15, maxValue: 23 } } },
      hasMerchantReturnPolicy: { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' },
    },
  });
  const field = { id: 'f1', kind: 'text', label: 'Name', required: true, maxLength: 20 } as const;
  expect(productData({ ...LAMP, personalizationFields: [field] as never }, TERMS)).toMatchObject({
    offers: {
      availability: 'https://schema.org/InStock',
      hasMerchantReturnPolicy: { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' },
    },
  });
});

test('an unpriced product has no offer, and one delivered nowhere no shipping', () => {
  expect(productData({ ...LAMP, price: null }, TERMS)).toMatchObject({ '@type': 'Product', offers: undefined });
  expect(productData(LAMP, { ...TERMS, delivery: undefined })).toMatchObject({
    offers: { shippingDetails: undefined },
  });
});
