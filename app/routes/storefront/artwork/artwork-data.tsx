import { href } from 'react-router';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { MEDIUM_NAMES } from '#app/modules/catalogue/artworks/medium.ts';
import { BreadcrumbData, StructuredData } from '#app/ui/shop/structured-data.tsx';
import { productData, type ProductTerms } from './product-data.ts';

export function ArtworkData({ artwork, terms }: { artwork: Artwork; terms: ProductTerms }) {
  if (artwork.status === 'archived') return null;
  return (
    <>
      <StructuredData value={productData(artwork, terms)} />
      <BreadcrumbData
        shopUrl={terms.shopUrl}
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
