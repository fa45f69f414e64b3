import { Link, useSearchParams } from 'react-router';
import { formatPrice, STEP } from '#app/modules/catalogue/artworks/artwork.ts';
import { formatCount } from '#app/modules/catalogue/artworks/filter.ts';
import { MAX_LINES, canAddItem, readDraftLines } from '#app/modules/payments/checkout/draft-order.ts';
import { atMostItems } from '#app/modules/payments/checkout/messages.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/sale.ts';
import { addressWith, addressWithLine } from './sale-address.ts';

type Data = Route.ComponentProps['loaderData'];

export function ArtworkTiles({
  found,
  shown,
  total,
  lines,
}: {
  found: Data['found'];
  shown: number;
  total: number;
  lines: Data['draft']['lines'];
}) {
  const [search] = useSearchParams();
  const have = readDraftLines(search.getAll('line'));
  if (found.length === 0) return <p className="muted p-panel">No matching artworks in stock.</p>;
  return (
    <>
      {have.length >= MAX_LINES ? (
        <Note tone="alert" className="mx-panel mt-panel">
          {atMostItems('sale')}
        </Note>
      ) : null}
      <ul className="sale-tiles" aria-label="Pieces in stock">
        {found.map((artwork) => (
          <ArtworkTile
            key={artwork.variantId ?? artwork.id}
            artwork={artwork}
            picked={
              lines.find(({ artworkId, variantId }) => artworkId === artwork.id && variantId === artwork.variantId)
                ?.quantity ?? 0
            }
            isOpen={canAddItem(have, { artworkId: artwork.id, variantId: artwork.variantId })}
          />
        ))}
      </ul>
      {shown < total ? (
        <div className="px-panel pb-panel">
          <ButtonLink look="card" full preventScrollReset to={addressWith(search, { show: String(shown + 2 * STEP) })}>
            Show more of {formatCount(total, { isShort: true })}
          </ButtonLink>
        </div>
      ) : null}
    </>
  );
}

function ArtworkTile({ artwork, picked, isOpen }: { artwork: Data['found'][number]; picked: number; isOpen: boolean }) {
  const [search] = useSearchParams();
  const isLeft = picked < artwork.stockCount;
  const inside = (
    <>
      <Picture picture={artwork.picture} alt="" title={artwork.title} sizes="(min-width: 64rem) 200px, 45vw" />
      <span className="font-semibold leading-snug wrap-anywhere">{artwork.title}</span>
      <span className="meta num">
        {formatPrice(artwork.price)} · {isLeft ? `${artwork.stockCount - picked} left` : 'all picked'}
      </span>
      {picked > 0 ? (
        <span className="sale-picked num">
          {picked}
          <span className="sr-only"> picked</span>
        </span>
      ) : null}
    </>
  );
  return (
    <li data-picked={picked > 0 || undefined}>
      {isLeft && isOpen ? (
        <Link
          className="sale-tile"
          replace
          preventScrollReset
          to={addressWithLine(search, { artworkId: artwork.id, variantId: artwork.variantId, quantity: picked + 1 })}
        >
          <span className="sr-only">Add </span>
          {inside}
        </Link>
      ) : (
        <span className="sale-tile">{inside}</span>
      )}
    </li>
  );
}
