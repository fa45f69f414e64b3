import { Link, useSearchParams, href } from 'react-router';
import { ownValue } from '#app/basics/own-value.ts';
import { ARTWORK_SORTS, type ArtworkSort, MAX_CHANGED } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { formatCount } from '#app/modules/catalogue/artworks/filter.ts';
import { ARTWORK_STATUS_LABELS, ARTWORK_STATUSES } from '#app/modules/catalogue/artworks/artwork-status.ts';
import { MEDIUM_LABELS } from '#app/modules/catalogue/artworks/medium.ts';
import { listArtworksForAdmin } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { ALREADY_DELETED, ARTWORK_DELETED, ARTWORK_SAVED } from '#app/modules/catalogue/artworks/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { formAction } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListPage } from '#app/routes/admin/shared/list-page.tsx';
import { chipsOf } from '#app/routes/admin/shared/list-parts.tsx';
import { ListSelect } from '#app/routes/admin/shared/list-select.tsx';
import { changedSearch, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { BulkBar } from '#app/routes/admin/shared/bulk-bar.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { ViewToggle } from '#app/routes/admin/shared/view-toggle.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/artworks.ts';
import { artworkListQuery } from './chosen.server.ts';
import { listForms } from './list-forms.server.ts';
import { ArtworkMenu, ArtworkTile, COLUMNS, type ListedArtwork, titleCell } from './listed-artwork.tsx';

export const meta = adminMeta('Artworks');

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = artworkListQuery(url);
  return { ...query, ...(await listArtworksForAdmin(context.get(shopContext), query)) };
}

export const action = formAction(listForms);

const BULK = 'chosen-artworks';
const SORT_LABELS: Record<ArtworkSort, string> = {
  '-added': 'Newest',
  added: 'Oldest',
  title: 'Title, A to Z',
  '-title': 'Title, Z to A',
  price: 'Price low to high',
  '-price': 'Price high to low',
  stock: 'Stock low to high',
  '-stock': 'Stock high to low',
};

export default function Artworks({
  loaderData: { artworks, counts, nextCursor, sort, status, medium },
}: Route.ComponentProps) {
  const [search] = useSearchParams();
  const listSearch = useListSearch();
  const asList = search.get('view') === 'list';
  const menu = (artwork: ListedArtwork) => <ArtworkMenu artwork={artwork} listSearch={listSearch} />;
  const foundCount = counts[medium ?? 'all'];
  const choose = { form: BULK, label: (artwork: ListedArtwork) => `Select ${artwork.title}` };
  return (
    <ListPage
      path={href('/admin/artworks')}
      title="Artworks"
      count={counts.all === undefined ? `${formatCount(undefined)} artworks` : countOf(counts.all, 'artwork')}
      add={
        <ButtonLink icon="plus" to={`${href('/admin/artworks/new')}${listSearch}`}>
          Add Artwork
        </ButtonLink>
      }
      outcome={<Outcome search={search} />}
      search={{ label: 'Search artworks', placeholder: 'Title, description or category' }}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <ListSelect
            path={href('/admin/artworks')}
            name="status"
            label="Status"
            value={status ?? ''}
            options={[['', 'All'], ...ARTWORK_STATUSES.map((each) => [each, ARTWORK_STATUS_LABELS[each]] as const)]}
          />
          <ListSelect
            path={href('/admin/artworks')}
            name="sort"
            label="Sort"
            value={sort}
            options={ARTWORK_SORTS.map((each) => [each, SORT_LABELS[each]])}
          />
          <ViewToggle
            asList={asList}
            to={(changes) =>
              `${href('/admin/artworks')}${changedSearch(search, { cursor: search.get('cursor') ?? undefined, ...changes })}`
            }
          />
        </div>
      }
      filter={{ label: 'Medium', name: 'medium', chips: chipsOf(MEDIUM_LABELS, counts, 'All Mediums') }}
      found="Artworks found"
      shown={artworks.length}
      next={nextCursor}
      empty={{
        title: 'No artworks found.',
        first: 'Add your first artwork to start.',
        none: 'Try a different search.',
        all: 'Show all artworks',
        start: (
          <ButtonLink look="secondary" to={href('/admin/artworks/new')}>
            Add Artwork
          </ButtonLink>
        ),
      }}
    >
      <BulkBar
        form={BULK}
        action={href('/admin/artworks')}
        label="Change the selected artworks"
        all={foundCount !== undefined && foundCount <= MAX_CHANGED ? foundCount : undefined}
        buttons={[
          { value: 'publish', label: 'Publish' },
          { value: 'draft', label: 'Unpublish' },
          { value: 'archive', label: 'Archive' },
          { value: 'feature', label: 'Feature' },
          { value: 'unfeature', label: 'Unfeature' },
          { value: 'price', label: 'Price…' },
          { value: 'stock', label: 'Stock…' },
          { value: 'collection', label: 'Collection…' },
          { value: 'out-of-stock', label: 'Out of stock…' },
          { value: 'delete', label: 'Delete', destructive: true },
        ]}
      >
        {asList ? (
          <RecordList
            caption={`Artworks, ${SORT_LABELS[sort].toLowerCase()}`}
            rows={artworks}
            title={{
              head: 'Title',
              sort: 'title',
              of: titleCell,
              to: (artwork) => `${href('/admin/artworks/:id', { id: artwork.id })}${listSearch}`,
            }}
            columns={COLUMNS}
            menu={menu}
            choose={choose}
            sorted="-added"
          />
        ) : (
          <ul className="tile-grid">
            {artworks.map((artwork) => (
              <ArtworkTile key={artwork.id} artwork={artwork} listSearch={listSearch} choose={choose} />
            ))}
          </ul>
        )}
      </BulkBar>
    </ListPage>
  );
}

const DONE: Record<string, (count: number) => string> = {
  save: () => ARTWORK_SAVED,
  publish: (count) => `${countArtworks(count)} published.`,
  draft: (count) => `${countArtworks(count)} unpublished.`,
  archive: (count) => `${countArtworks(count)} archived.`,
  feature: (count) => `${countArtworks(count)} featured.`,
  unfeature: (count) => `${countArtworks(count)} no longer featured.`,
  add: (count) => `${countArtworks(count)} added to the collection.`,
  remove: (count) => `${countArtworks(count)} removed from the collection.`,
  price: (count) => `${countArtworks(count)} repriced.`,
  stock: (count) => `${countArtworks(count)} recounted.`,
  'out-of-stock': (count) => `${countArtworks(count)} set to out of stock.`,
  delete: (count) => (count === 1 ? ARTWORK_DELETED : `${count} artworks deleted successfully!`),
  undo: (count) => `Undone for ${countArtworks(count)}.`,
};
const describeRefused = (count: number, change: string) => {
  const stays = count === 1 ? '1 artwork not changed' : `${count} artworks not changed`;
  return change === 'price'
    ? `${stays}: the price would be zero or above the MRP.`
    : `${stays}: skin care needs a complete cosmetics label. Open ${count === 1 ? 'it' : 'them'} to add it.`;
};
const countArtworks = (count: number) => (count === 1 ? '1 artwork' : `${count} artworks`);

function Outcome({ search }: { search: URLSearchParams }) {
  const done = search.get('done') ?? '';
  const at = search.get('at');
  const of = search.get('of');
  const listSearch = useListSearch();
  if (search.get('refused') === 'delete') return <Note tone="alert">{ALREADY_DELETED}</Note>;
  if (done === 'none') return <Note tone="info">Select at least one artwork.</Note>;
  const describe = ownValue(DONE, done);
  const count = Number(search.get('count') ?? 1);
  const lacking = Number(search.get('lacking') ?? 0);
  if (!describe || !Number.isSafeInteger(count)) return null;
  return (
    <Note tone="done">
      <div className="-my-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        {count === 0 && lacking === 0 ? 'Nothing to change.' : count > 0 ? describe(count) : null}
        {lacking > 0 ? ` ${describeRefused(lacking, done)}` : null}
        {of ? (
          <Link
            className="link inline-flex min-h-11 items-center"
            to={`${href('/admin/artworks/:id', { id: of })}${listSearch}`}
          >
            Edit again
          </Link>
        ) : null}
        {at && count > 0 ? (
          <ActionForm action={href('/admin/artworks')} intent="undo">
            <input type="hidden" name="change" value={done} />
            <input type="hidden" name="at" value={at} />
            <Button look="quiet">Undo</Button>
          </ActionForm>
        ) : null}
      </div>
    </Note>
  );
}
