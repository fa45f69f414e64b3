import { href } from 'react-router';
import { type Paise, paise } from '#app/basics/money.ts';
import { MEDIUM_NAMES } from '#app/modules/catalogue/artworks/medium.ts';
import { summaryOf, type Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import type { Variant } from '#app/modules/catalogue/artworks/variant.ts';
import { absoluteAddress, fileAtLeast } from '#app/modules/catalogue/media/picture.ts';
import { BreadcrumbData, StructuredData } from '#app/ui/shop/structured-data.tsx';
import { toSupply } from './supply.ts';

const inRupees = (amount: Paise): string => (amount / 100).toFixed(2);

function pricesOf(price: Paise, variants: readonly Variant[]) {
  if (variants.length === 0) return { '@type': 'Offer', price: inRupees(price) };
  const prices = variants.map((variant) => variant.price);
  return {
    '@type': 'AggregateOffer',
    lowPrice: inRupees(price),
    highPrice: inRupees(paise(Math.max(...prices))),
    offerCount: variants.length,
  };
}

export function ArtworkData({ artwork, shopUrl }: { artwork: Artwork; shopUrl: string }) {
  const supply = toSupply(artwork);
  if (supply === 'archived') return null;
  const availability = { 'to-order': 'MadeToOrder', 'on-request': '', out: 'OutOfStock', 'in-stock': 'InStock' }[
    supply
  ];
  return (
    <>
      <StructuredData
        value={{
          '@type': 'Product',
          name: artwork.title,
          description: artwork.description,
          category: artwork.category,
          image: absoluteAddress(fileAtLeast(summaryOf(artwork).picture, 1200), shopUrl),
          ...(artwork.price === null
            ? {}
            : {
                offers: {
                  ...pricesOf(artwork.price, artwork.variants),
                  priceCurrency: 'INR',
                  seller: { '@id': `${shopUrl}/#organization` },
                  url: `${shopUrl}${href('/artwork/:id', { id: artwork.slug })}`,
                  availability: `https://schema.org/${availability}`,
                },
              }),
        }}
      />
      <BreadcrumbData
        shopUrl={shopUrl}
        trail={[
          ['Home', '/'],
          ['Shop', href('/gallery')],
          [MEDIUM_NAMES[artwork.medium], href(`/gallery/${artwork.medium}`)],
          [artwork.title, href('/artwork/:id', { id: artwork.slug })],
        ]}
      />
    </>
  );
}
