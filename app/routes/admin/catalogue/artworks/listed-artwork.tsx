import { Link, href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { ARTWORK_STATUS_LABELS } from '#app/modules/catalogue/artworks/artwork-status.ts';
import { formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';
import { isMadeToOrder, MEDIUM_LABELS } from '#app/modules/catalogue/artworks/medium.ts';
import { type RecordColumn } from '#app/routes/admin/shared/record-list.tsx';
import { Chooser } from '#app/routes/admin/shared/bulk-bar.tsx';
import { RowMenu } from '#app/routes/admin/shared/row-menu.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { WrappedText } from '#app/ui/kit/wrapped-text.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/artworks.ts';

export type ListedArtwork = Route.ComponentProps['loaderData']['artworks'][number];

export function ArtworkTile({
  artwork,
  listSearch,
  choose,
}: {
  artwork: ListedArtwork;
  listSearch: string;
  choose: { form: string; label: (artwork: ListedArtwork) => string };
}) {
  return (
    <li className="tile artwork-tile">
      <span className="artwork-tile-choose">
        <Chooser form={choose.form} value={artwork.id} label={choose.label(artwork)} />
      </span>
      <div className="artwork-tile-menu">
        <ArtworkMenu artwork={artwork} listSearch={listSearch} />
      </div>
      <Picture picture={artwork.picture} alt="" title={artwork.title} sizes="(min-width: 64rem) 220px, 45vw" />
      <h2>
        <Link data-row to={`${href('/admin/artworks/:id', { id: artwork.id })}${listSearch}`}>
          {artwork.title}
        </Link>
      </h2>
      <p className="meta">{artwork.category}</p>
      <b className="num">{priceOf(artwork)}</b>
      <p className="num">
        <Stock artwork={artwork} />
      </p>
      <p className="flex flex-wrap gap-1 empty:hidden">
        <Unpublished artwork={artwork} />
        {artwork.featured ? (
          <Badge tone="geru" plain>
            Featured
          </Badge>
        ) : null}
      </p>
    </li>
  );
}

export const titleCell = (artwork: ListedArtwork) => (
  <span className="flex items-center gap-3">
    <Picture picture={artwork.picture} alt="" sizes="48px" className="h-15 w-12 shrink-0" />
    <span>
      <WrappedText text={artwork.title} />
      <span className="flex items-center gap-2 empty:hidden">
        {artwork.featured ? <span className="meta">Featured</span> : null}
        <Unpublished artwork={artwork} />
      </span>
    </span>
  </span>
);

function Unpublished({ artwork: { status } }: { artwork: ListedArtwork }) {
  if (status === 'published') return null;
  return (
    <Badge tone={status === 'draft' ? 'haldi' : undefined} plain>
      {ARTWORK_STATUS_LABELS[status]}
    </Badge>
  );
}

function Stock({ artwork }: { artwork: ListedArtwork }) {
  if (isMadeToOrder(artwork)) return <span className="text-ink-2">Made to order</span>;
  return artwork.stockCount > 0 ? (
    <span>{artwork.stockCount.toLocaleString('en-IN')} in stock</span>
  ) : (
    <span className="text-alert">Out of stock</span>
  );
}

const priceOf = ({ hasVariants, price }: ListedArtwork) => `${hasVariants ? 'from ' : ''}${formatPrice(price)}`;

export const COLUMNS: RecordColumn<ListedArtwork>[] = [
  { head: 'Medium', cell: (artwork) => MEDIUM_LABELS[artwork.medium], card: 'line' },
  { head: 'Category', cell: (artwork) => artwork.category },
  {
    head: 'Price',
    cell: priceOf,
    sort: 'price',
    right: true,
    card: 'side',
  },
  { head: 'Stock', cell: (artwork) => <Stock artwork={artwork} />, sort: 'stock', card: 'line' },
  { head: 'Added', cell: (artwork) => formatShortDay(artwork.createdAt), sort: 'added' },
];

export function ArtworkMenu({ artwork, listSearch }: { artwork: ListedArtwork; listSearch: string }) {
  return (
    <RowMenu label={`Actions for ${artwork.title}`}>
      <Link to={`${href('/admin/artworks/:id', { id: artwork.id })}${listSearch}`}>Edit</Link>
      {artwork.hasVariants ? null : (
        <Link
          to={`${href('/admin/artworks/price')}${listSearch ? `${listSearch}&` : '?'}id=${artwork.id}`}
          preventScrollReset
        >
          Change price
        </Link>
      )}
      <Link to={href('/artwork/:id', { id: artwork.slug })}>View in shop</Link>
      <Link to={href('/admin/artworks/:id/variants', { id: artwork.id })}>Variants</Link>
      <Link to={href('/admin/artworks/:id/stock-history', { id: artwork.id })}>Stock history</Link>
      <Link
        to={`${href('/admin/artworks/delete')}${listSearch ? `${listSearch}&` : '?'}id=${artwork.id}`}
        preventScrollReset
        className="text-alert"
      >
        Delete
      </Link>
    </RowMenu>
  );
}
