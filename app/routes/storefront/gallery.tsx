import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { MEDIUM_LABELS, STEP, type Medium } from '#app/modules/catalogue/artwork.ts';
import { findArtworks } from '#app/modules/catalogue/catalogue.server.ts';
import { comparable, shownOf, type ArtworkFilter } from '#app/modules/catalogue/filter.ts';
import { errorLoadingArtworks } from '#app/modules/catalogue/messages.ts';
import { shareImageOf } from '#app/modules/media/picture.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { AppliedChip, Chip } from '#app/ui/kit/chip.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { ShowMore } from '#app/ui/kit/show-more.tsx';
import { ArtworkCard, ArtworkCardSkeleton } from '#app/ui/shop/artwork-card.tsx';
import { BreadcrumbData } from '#app/ui/shop/structured-data.tsx';
import { addressOf, filterFromAddress } from './gallery-address.ts';
import { appliedTo, FilterForm, SortChoice } from './gallery-filters.tsx';
import { useStorefront } from './storefront.ts';
import type { Route } from './+types/gallery.ts';

/** The galleries: what each is called, by the last part of its path. */
const GALLERIES: Record<Medium | 'all', { title: string; subtitle: string; chip: string }> = {
  all: {
    title: 'Art Gallery',
    subtitle: 'Painted cloth, oils, craft and skin care, each made by hand in the studio.',
    chip: 'All',
  },
  fabric: {
    title: 'Fabric Paintings',
    subtitle: 'Sarees, dupattas and suits, painted to order on your cloth or ours.',
    chip: 'Fabric',
  },
  oil: {
    title: 'Oil Paintings',
    subtitle: 'Oils of the hills, the gods’ gardens and the kitchen table, ready to hang.',
    chip: 'Oil',
  },
  handcraft: {
    title: 'Handcrafted Items',
    subtitle: 'Clay, brass, bamboo and paper, shaped and painted by hand.',
    chip: 'Handcraft',
  },
  'skin-care': {
    title: 'Skin Care',
    subtitle: 'Soap and shampoo in small batches, from what grows in the hills.',
    chip: 'Skin care',
  },
};
type Gallery = keyof typeof GALLERIES;
const pathOf = (gallery: Gallery): string => (gallery === 'all' ? '/gallery' : `/gallery/${gallery}`);

/** Which gallery a filter's category is: 'Skin Care' and 'skin-care' alike; one that has no page of its own is 'all'. */
const galleryOf = (within: string | undefined): Gallery =>
  (Object.keys(MEDIUM_LABELS) as Medium[]).find(
    (medium) => within !== undefined && comparable(medium) === comparable(within),
  ) ?? 'all';

export async function loader({ context, url }: Route.LoaderArgs) {
  const inPath = url.pathname.split('/')[2];
  const filter = filterFromAddress(url.searchParams, inPath);
  const found = await findArtworks(context.get(shopContext), filter);
  return { ...found, filter, view: url.searchParams.get('view') === 'list' ? ('list' as const) : ('grid' as const) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const gallery = galleryOf(loaderData?.filter.within);
  const picture = loaderData?.artworks[0]?.picture;
  return pageMeta(matches, {
    title: GALLERIES[gallery].title,
    description: `${GALLERIES[gallery].subtitle} Handcrafted in Uttarakhand, delivered across India.`,
    path: pathOf(gallery),
    image: picture && shareImageOf(picture),
    hidden: Boolean(loaderData?.filter.q),
  });
};

export default function GalleryPage({ loaderData }: Route.ComponentProps) {
  const { filter, view, artworks, total, facets, stale, problem, searchedFor } = loaderData;
  const { brand, isWanted } = useStorefront();
  const navigation = useNavigation();
  const location = useLocation();
  const next =
    navigation.state === 'loading' && navigation.location.pathname.startsWith('/gallery')
      ? navigation.location
      : undefined;
  const loading = useLater(next !== undefined);
  // What is there stays where it is while more of the same comes.
  const isMore = next !== undefined && withoutShow(next) === withoutShow(location);
  const [panelShown, setPanelShown] = useState(true);
  const panel = useRef<HTMLDivElement>(null);

  const gallery = galleryOf(filter.within);
  const { title, subtitle } = GALLERIES[gallery];
  const otherCategory = gallery === 'all' ? filter.within : undefined;
  /** Where this gallery is with something in the filter changed; the path form wherever there is one. */
  const at = (change: ArtworkFilter = {}, options: { view?: 'grid' | 'list'; gallery?: Gallery } = {}) => {
    const query = addressOf({ ...filter, limit: STEP, ...change });
    if (otherCategory !== undefined && options.gallery === undefined) query.set('category', otherCategory);
    if ((options.view ?? view) === 'list') query.set('view', 'list');
    const text = query.toString();
    return pathOf(options.gallery ?? gallery) + (text ? `?${text}` : '');
  };
  const applied = appliedTo(filter);

  return (
    <>
      <BreadcrumbData
        shopUrl={brand?.shopUrl ?? ''}
        trail={[
          ['Home', '/'],
          ['Shop', '/gallery'],
          ...(gallery === 'all' ? [] : [[GALLERIES[gallery].title, pathOf(gallery)] as [string, string]]),
        ]}
      />
      <div className="wrap">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link className="link" to="/">
            Home
          </Link>{' '}
          <span aria-hidden="true">/</span>
          {gallery === 'all' ? (
            <span aria-current="page">Shop</span>
          ) : (
            <>
              <Link className="link" to="/gallery">
                Shop
              </Link>{' '}
              <span aria-hidden="true">/</span> <span aria-current="page">{GALLERIES[gallery].chip}</span>
            </>
          )}
        </nav>
        <div className="page-head">
          <h1>{title}</h1>
          <p>{subtitle}</p>
        </div>
        <nav className="chips chips-wide" aria-label="Categories">
          {(Object.keys(GALLERIES) as Gallery[]).map((each) => (
            <Chip
              key={each}
              to={at({ categories: [], mediums: [] }, { gallery: each })}
              chosen={each === gallery && otherCategory === undefined}
            >
              {GALLERIES[each].chip}
            </Chip>
          ))}
        </nav>
      </div>

      <div className="results-bar">
        <div className="wrap">
          <p className="results-found num" role="status">
            {total} artworks found
          </p>
          <button type="button" className="bar-button lg:hidden" popoverTarget="filters">
            <Icon name="filter" small />
            Filters
            {applied.length > 0 ? (
              <span className="badge badge-plain badge-geru">
                {applied.length}
                <span className="sr-only"> applied</span>
              </span>
            ) : null}
          </button>
          <button
            type="button"
            className="bar-button needs-script hidden lg:inline-flex"
            aria-expanded={panelShown}
            aria-controls="filters"
            onClick={() => setPanelShown(!panelShown)}
          >
            <Icon name="filter" small />
            Filters
          </button>
          <SortChoice sort={filter.sort ?? 'featured'} />
          <nav className="layout-switch hidden lg:inline-flex" aria-label="Layout">
            <Link
              to={at({ limit: filter.limit }, { view: 'grid' })}
              aria-label="Grid"
              aria-current={view === 'grid' ? 'true' : undefined}
              preventScrollReset
              replace
            >
              <Icon name="grid" />
            </Link>
            <Link
              to={at({ limit: filter.limit }, { view: 'list' })}
              aria-label="List"
              aria-current={view === 'list' ? 'true' : undefined}
              preventScrollReset
              replace
            >
              <Icon name="list" />
            </Link>
          </nav>
        </div>
      </div>

      <div className="wrap gallery-layout" data-filters={panelShown ? 'open' : 'closed'}>
        <div id="filters" ref={panel} popover="auto" className="filters" role="region" aria-label="Filters">
          <div className="filters-head">
            <h2 className="text-h4">Filters</h2>
            <button
              type="button"
              className="icon-button"
              popoverTarget="filters"
              popoverTargetAction="hide"
              aria-label="Close filters"
            >
              <Icon name="close" />
            </button>
          </div>
          <FilterForm
            {...{ filter, view, facets, total }}
            action={pathOf(gallery)}
            category={otherCategory}
            clear={at({ categories: [], mediums: [], priceFrom: undefined, priceUpTo: undefined, q: '' })}
            onShow={() => panel.current?.hidePopover()}
          />
        </div>

        <div className="pt-5 pb-16 lg:pt-0" aria-busy={loading}>
          {stale ? (
            <Note className="mb-6">
              {total > 0 || applied.length > 0
                ? 'We can’t read the catalogue just now; this is how it last stood. Buying is paused until it is back.'
                : errorLoadingArtworks(problem ?? '')}
            </Note>
          ) : null}
          {searchedFor ? (
            <p className="muted mb-4">
              Nothing is called “{filter.q}”. Showing “{searchedFor}” instead.
            </p>
          ) : null}
          {applied.length > 0 ? (
            <div className="chips mb-5">
              {applied.map(({ words, without }) => (
                <AppliedChip key={words} to={at(without)} className="num">
                  {words}
                </AppliedChip>
              ))}
            </div>
          ) : null}
          {loading && !isMore ? (
            <Loading view={view} />
          ) : artworks.length === 0 ? (
            <EmptyState
              title="No artworks found"
              action={
                <ButtonLink look="secondary" to={pathOf(gallery)}>
                  Clear filters
                </ButtonLink>
              }
            >
              Try adjusting your filters to see more results
            </EmptyState>
          ) : (
            <>
              <h2 className="sr-only">Artworks</h2>
              <div className={view === 'list' ? 'artworks artworks-list' : 'artworks'}>
                {artworks.map((artwork, index) => (
                  <ArtworkCard
                    key={artwork.id}
                    artwork={artwork}
                    wanted={isWanted(artwork.id)}
                    buyable={!stale}
                    first={index === 0}
                  />
                ))}
              </div>
              <ShowMore
                to={at({ limit: shownOf(filter.limit) + STEP })}
                shown={artworks.length}
                total={total}
                noun="artworks"
              />
              {loading ? (
                <p role="status" className="mt-4 text-center">
                  <LoadingWords />
                </p>
              ) : null}
              <p className="meta mt-4 text-center">
                Looking for something else?{' '}
                <Link className="link text-geru" to="/custom-order">
                  Start a custom order
                </Link>
              </p>
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** An address but for how many of its pieces are shown. */
function withoutShow({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  query.delete('show');
  return `${pathname}?${query}`;
}

/** What stands while another view of the gallery is on its way. */
function Loading({ view }: { view: 'grid' | 'list' }) {
  return (
    <div>
      <p role="status">
        <LoadingWords />
      </p>
      <div className={view === 'list' ? 'artworks artworks-list mt-5' : 'artworks mt-5'}>
        {Array.from({ length: 6 }, (_, index) => (
          <ArtworkCardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}

function LoadingWords() {
  return (
    <>
      <b>Loading artworks...</b> <span className="muted">Please wait while we fetch the data</span>
    </>
  );
}

/** True once something has lasted 300 ms, so that what is quick doesn't flicker. */
function useLater(now: boolean): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (!now) return setLater(false);
    const timer = setTimeout(() => setLater(true), 300);
    return () => clearTimeout(timer);
  }, [now]);
  return now && later;
}
