import { formatPrice, isForCart } from '#app/modules/catalogue/artworks/artwork.ts';
import { itemKey } from '#app/basics/item.ts';
import { MAX_LINES, canAddItem, readDraftLines } from '#app/modules/payments/checkout/draft-order.ts';
import { atMostItems } from '#app/modules/payments/checkout/messages.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/new.ts';
import { withLine } from './draft-terms.ts';

export function DraftFound({
  found,
  search,
}: {
  found: Route.ComponentProps['loaderData']['found'];
  search: URLSearchParams;
}) {
  const have = readDraftLines(search.getAll('line'));
  const sold = found.filter(isForCart);
  if (sold.length === 0) return <p className="meta">No matching artworks in stock.</p>;
  const isFull = have.length >= MAX_LINES;
  return (
    <>
      {isFull ? <Note tone="alert">{atMostItems('order')}</Note> : null}
      <ul aria-label="Pieces found">
        {sold.map((artwork) => {
          const item = { artworkId: artwork.id, variantId: artwork.variantId };
          const quantity = (have.find((line) => itemKey(line) === itemKey(item))?.quantity ?? 0) + 1;
          const inStock = quantity <= artwork.stockCount;
          return (
            <li
              key={itemKey(item)}
              className="grid grid-cols-thumb-rest-auto items-center gap-3.5 border-line border-t py-2"
            >
              <Picture picture={artwork.picture} alt="" sizes="48px" className="h-15 w-12" />
              <span className="leading-snug">
                {artwork.title}
                <span className="meta num block">
                  {formatPrice(artwork.price)} · {artwork.stockCount} in stock
                </span>
              </span>
              {!canAddItem(have, item) ? null : inStock ? (
                <ButtonLink
                  look="card"
                  size="small"
                  preventScrollReset
                  to={`?${withLine(search, { ...item, quantity })}`}
                  aria-label={`Add ${artwork.title}`}
                >
                  Add
                </ButtonLink>
              ) : (
                <span className="meta">{artwork.stockCount === 0 ? 'Out of stock' : 'All added'}</span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
