import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigation, href } from 'react-router';
import { STEP } from '#app/modules/catalogue/artworks/artwork.ts';
import { findArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import type { ArtworkFilter } from '#app/modules/catalogue/artworks/filter.ts';
import { shareImageOf } from '#app/modules/catalogue/media/picture.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { Chip, ChipRow } from '#app/ui/kit/chip.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useBackClosesPopover } from '#app/ui/kit/use-back-closes.ts';
import { keepGallery } from '#app/ui/shop/gallery-before.ts';
import { BreadcrumbData } from '#app/ui/shop/structured-data.tsx';
import { type Gallery, GALLERIES, galleryOf, pathOf } from './galleries.ts';
import { appliedTo, FilterForm } from './gallery-filters.tsx';
import { GalleryResults } from './gallery-results.tsx';
import { ResultsBar } from './results-bar.tsx';
import { useStorefront } from '#app/routes/use-storefront.ts';
import { addressOf, filterFromAddress } from './gallery-address.ts';
import type { Route } from './+types/gallery.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const inPath = url.pathname.split('/')[2];
  const filter = filterFromAddress(url.searchParams, inPath);
  const found = await findArtworks(context.get(shopContext), filter);
  const hasFormerStyle = url.searchParams.has('style');
  return {
    ...found,
    filter,
    hasFormerStyle,
    view: url.searchParams.get('view') === 'list' ? ('list' as const) : ('grid' as const),
  };
}

const NO_TICKS: ArtworkFilter = { categories: [], mediums: [], availability: [], sizes: [] };

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const gallery = galleryOf(loaderData?.filter.within);
  const picture = loaderData?.artworks[0]?.picture;
  return pageMeta(matches, {
    title: GALLERIES[gallery].title,
    description: `${GALLERIES[gallery].subtitle} Handcrafted and delivered across India.`,
    path: canonicalPath(gallery, loaderData?.filter),
    image: picture && shareImageOf(picture),
    hidden: Boolean(loaderData?.filter.q),
  });
};

/** Page 2 and later pages have their own canonical address. Filtered and sorted pages do not. */
function canonicalPath(gallery: Gallery, filter: ArtworkFilter | undefined): string {
  if (!filter?.after) return pathOf(gallery);
  const { sort, after } = filter;
  return `${pathOf(gallery)}?${addressOf({ ...(sort ? { sort } : {}), after }).toString()}`;
}

export default function GalleryPage({ loaderData }: Route.ComponentProps) {
  const { filter, view, total, facets } = loaderData;
  const { brand } = useStorefront();
  const navigation = useNavigation();
  const location = useLocation();
  const next =
    navigation.state === 'loading' && navigation.location.pathname.startsWith(href('/gallery'))
      ? navigation.location
      : undefined;
  const loading = useLater(next !== undefined);
  const isMore = next !== undefined && withoutShow(next) === withoutShow(location);
  const [panelShown, setPanelShown] = useState(true);
  const panel = useRef<HTMLDivElement>(null);
  useBackClosesPopover(panel);

  useEffect(() => keepGallery(location.pathname + location.search), [location]);

  const gallery = galleryOf(filter.within);
  const { title, subtitle } = GALLERIES[gallery];
  const otherCategory = gallery === 'all' ? filter.within : undefined;
  const at = (change: ArtworkFilter = {}, options: { view?: 'grid' | 'list'; gallery?: Gallery } = {}) => {
    const query = addressOf({ ...filter, limit: STEP, after: undefined, ...change });
    if (otherCategory !== undefined && options.gallery === undefined) query.set('category', otherCategory);
    if ((options.view ?? view) === 'list') query.set('view', 'list');
    const text = query.toString();
    return pathOf(options.gallery ?? gallery) + (text ? `?${text}` : '');
  };

  return (
    <>
      <BreadcrumbData
        shopUrl={brand?.shopUrl ?? ''}
        trail={[
          ['Home', '/'],
          ['Shop', href('/gallery')],
          ...(gallery === 'all' ? [] : [[GALLERIES[gallery].title, pathOf(gallery)] as [string, string]]),
        ]}
      />
      <div className="wrap">
        <Crumbs gallery={gallery} />
        <div className="page-head pt-0 pb-3 lg:pt-2 lg:pb-5">
          <h1>{title}</h1>
          <p>{subtitle}</p>
        </div>
        <ChipRow label="Categories">
          {(Object.keys(GALLERIES) as Gallery[]).map((each) => (
            <Chip
              key={each}
              to={at(NO_TICKS, { gallery: each })}
              chosen={each === gallery && otherCategory === undefined}
            >
              {GALLERIES[each].chip}
            </Chip>
          ))}
        </ChipRow>
      </div>

      <ResultsBar
        total={total}
        applied={appliedTo(filter).length}
        sort={filter.sort ?? 'featured'}
        view={view}
        viewAt={(each) => at({ limit: filter.limit, after: filter.after }, { view: each })}
        isPanelShown={panelShown}
        onPanel={() => setPanelShown(!panelShown)}
      />

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
            clear={at({ ...NO_TICKS, priceFrom: undefined, priceUpTo: undefined, q: '' })}
            onShow={() => panel.current?.hidePopover()}
          />
        </div>

        <GalleryResults {...loaderData} {...{ loading, isMore, at }} clear={pathOf(gallery)} />
      </div>
    </>
  );
}

function Crumbs({ gallery }: { gallery: Gallery }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <Link className="link" to={href('/')}>
        Home
      </Link>{' '}
      <span aria-hidden="true">/</span>
      {gallery === 'all' ? (
        <span aria-current="page">Shop</span>
      ) : (
        <>
          <Link className="link" to={href('/gallery')}>
            Shop
          </Link>{' '}
          <span aria-hidden="true">/</span> <span aria-current="page">{GALLERIES[gallery].chip}</span>
        </>
      )}
    </nav>
  );
}

function withoutShow({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  query.delete('show');
  return `${pathname}?${query}`;
}

/** Returns true after 300 ms of `now`, to avoid flicker. */
function useLater(now: boolean): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (!now) return setLater(false);
    const timer = setTimeout(() => setLater(true), 300);
    return () => clearTimeout(timer);
  }, [now]);
  return now && later;
}
