import { Form, Outlet, useLocation, useSearchParams } from 'react-router';
import { ARTWORK_SORTS, type ArtworkSort } from '#app/modules/catalogue/artwork-list.ts';
import { type Medium, MEDIUMS } from '#app/modules/catalogue/artwork.ts';
import { listArtworksForAdmin } from '#app/modules/catalogue/catalogue.server.ts';
import { ARTWORK_DELETED } from '#app/modules/catalogue/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { HiddenFields, ListChips, ListHead, ListSearch, Paging } from '#app/routes/admin/shared/list-parts.tsx';
import { changedSearch, pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { BulkBar, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { ViewToggle } from '#app/routes/admin/shared/view-toggle.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/artworks.ts';
import { ArtworkMenu, ArtworkTile, COLUMNS, type ListedArtwork, titleCell } from './listed-artwork.tsx';

export const meta = () => adminMeta('Artworks');

const mediumOf = (text: string | null): Medium | undefined => MEDIUMS.find((medium) => medium === text);
const sortOf = (text: string | null): ArtworkSort | undefined => ARTWORK_SORTS.find((sort) => sort === text);

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  return listArtworksForAdmin(context.get(shopContext), {
    search: searchParams.get('q') ?? undefined,
    medium: mediumOf(searchParams.get('medium')),
    sort: sortOf(searchParams.get('sort')),
    cursor: searchParams.get('cursor') ?? undefined,
  });
}

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

/** Every piece of the shop, searched, filtered, sorted and paged by the address. */
export default function Artworks({ loaderData: { artworks, counts, nextCursor } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const chosen = mediumOf(search.get('medium'));
  const sort = sortOf(search.get('sort')) ?? '-added';
  const asList = search.get('view') === 'list';
  const cursor = search.get('cursor');
  const listSearch = pickListSearch(search);
  const isFiltered = Boolean(search.get('q') || chosen);
  const menu = (artwork: ListedArtwork) => <ArtworkMenu artwork={artwork} listSearch={listSearch} />;
  const choose = { form: BULK, label: (artwork: ListedArtwork) => `Choose ${artwork.title}` };
  const chips = [
    { value: '', label: 'All Mediums', count: counts.all },
    ...MEDIUMS.map((value) => ({ value, label: value, count: counts[value] })),
  ];
  return (
    <>
      <ListHead
        title="Artworks"
        count={counts.all === 1 ? '1 artwork' : `${counts.all.toLocaleString('en-IN')} artworks`}
      >
        <div className="flex flex-wrap gap-2">
          <ButtonLink look="card" icon="upload" to="/admin/artworks/import">
            Import
          </ButtonLink>
          <ButtonLink icon="plus" to="/admin/artworks/new">
            Add Artwork
          </ButtonLink>
        </div>
      </ListHead>
      {pathname === '/admin/artworks' ? <Outcome search={search} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ListSearch
          path="/admin/artworks"
          keep={['medium', 'sort', 'view']}
          label="Search artworks"
          placeholder="Title, description or category"
          className="max-w-104 min-w-60 flex-1"
        />
        <div className="flex items-center gap-2">
          <Form action="/admin/artworks" className="flex items-center gap-2">
            <HiddenFields names={['q', 'medium', 'view']} />
            <select
              key={sort}
              className="select-quiet"
              name="sort"
              aria-label="Sort"
              defaultValue={sort}
              onChange={(event) => event.currentTarget.form?.requestSubmit()}
            >
              {ARTWORK_SORTS.map((each) => (
                <option key={each} value={each}>
                  {SORT_LABELS[each]}
                </option>
              ))}
            </select>
            <noscript>
              <button type="submit" className="button button-quiet">
                <span>Sort</span>
              </button>
            </noscript>
          </Form>
          <ViewToggle
            asList={asList}
            to={(changes) => `/admin/artworks${changedSearch(search, { cursor: cursor ?? undefined, ...changes })}`}
          />
        </div>
      </div>
      <ListChips path="/admin/artworks" label="Medium" name="medium" chips={chips} />
      <section className="panel" aria-label="Artworks found">
        {artworks.length === 0 ? (
          <EmptyState
            title="No artworks found."
            action={
              isFiltered ? (
                <ButtonLink look="secondary" to="/admin/artworks">
                  Show all artworks
                </ButtonLink>
              ) : (
                <ButtonLink look="secondary" to="/admin/artworks/new">
                  Add Artwork
                </ButtonLink>
              )
            }
          >
            {isFiltered ? 'Nothing in the shop fits this search.' : 'The first piece you add will stand here.'}
          </EmptyState>
        ) : (
          <BulkBar
            form={BULK}
            action={`/admin/artworks/changes${listSearch}`}
            label="Change the chosen artworks"
            buttons={[
              { value: 'feature', label: 'Feature' },
              { value: 'unfeature', label: 'Unfeature' },
              { value: 'out-of-stock', label: 'Out of stock' },
              { value: 'delete', label: 'Delete', destructive: true },
            ]}
          >
            {asList ? (
              <RecordList
                caption={`Artworks, ${SORT_LABELS[sort].toLowerCase()}`}
                rows={artworks}
                keyOf={(artwork) => artwork.id}
                title={{
                  head: 'Title',
                  sort: 'title',
                  of: titleCell,
                  to: (artwork) => `/admin/artworks/${artwork.id}`,
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
        )}
        <Paging
          path="/admin/artworks"
          shown={artworks.length}
          of={chosen ? counts[chosen] : counts.all}
          next={nextCursor}
        />
      </section>
      <Outlet />
    </>
  );
}

const DONE: Record<string, (count: number) => string> = {
  feature: (count) => `${countArtworks(count)} featured now.`,
  unfeature: (count) => `${countArtworks(count)} not featured any more.`,
  'out-of-stock': (count) => `${countArtworks(count)} out of stock now.`,
  delete: (count) => (count === 1 ? ARTWORK_DELETED : `${count} artworks deleted successfully!`),
};
const countArtworks = (count: number) => (count === 1 ? '1 artwork is' : `${count} artworks are`);

/** What the last button did, as the address tells it. */
function Outcome({ search }: { search: URLSearchParams }) {
  if (search.get('done') === 'none') return <Note tone="info">Choose artworks first; nothing was changed.</Note>;
  const describe = DONE[search.get('done') ?? ''];
  const count = Number(search.get('count'));
  if (!describe || !Number.isSafeInteger(count)) return null;
  return <Note tone="done">{count === 0 ? 'Nothing had to be changed.' : describe(count)}</Note>;
}
