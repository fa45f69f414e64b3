import { Link, href } from 'react-router';
import { STEP, type ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { formatArtworks, MAX_SHOWN, shownOf, type ArtworkFilter } from '#app/modules/catalogue/artworks/filter.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { AppliedChip } from '#app/ui/kit/chip.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { useIsCatalogueDown } from '#app/ui/shop/use-being-bought.ts';
import { StaleCatalogue } from '#app/ui/shop/stale-catalogue.tsx';
import { ShowMore } from '#app/ui/kit/show-more.tsx';
import { ArtworkCard, ArtworkCardSkeleton } from '#app/ui/shop/artwork-card.tsx';
import { useStorefront } from '#app/routes/use-storefront.ts';
import type { Route } from './+types/gallery.ts';
import { appliedTo } from './gallery-filters.tsx';

type View = 'grid' | 'list';

export function GalleryResults({
  filter,
  view,
  artworks,
  total,
  next,
  stale,
  problem,
  searchedFor,
  hasFormerStyle,
  loading,
  isMore,
  at,
  clear,
}: Route.ComponentProps['loaderData'] & {
  loading: boolean;
  isMore: boolean;
  at: (change: ArtworkFilter) => string;
  clear: string;
}) {
  const applied = appliedTo(filter);
  const isCatalogueDown = useIsCatalogueDown();
  const shown = shownOf(filter.limit);
  const isLonger = shown < MAX_SHOWN;
  const more =
    next === undefined ? undefined : at(isLonger ? { limit: shown + STEP, after: filter.after } : { after: next });
  return (
    <div className="pt-3 pb-16 lg:pt-0" aria-busy={loading}>
      {stale || isCatalogueDown ? (
        <StaleCatalogue isEmpty={total === 0 && applied.length === 0} problem={problem} />
      ) : null}
      {searchedFor ? (
        <p className="muted mb-4">
          No results for “{filter.q}”. Showing “{searchedFor}” instead.
        </p>
      ) : null}
      {hasFormerStyle ? (
        <p className="muted mb-4">We no longer filter by style. Try category or size instead.</p>
      ) : null}
      {applied.length > 0 ? (
        <div className="chips mb-5">
          {applied.map(({ label, without }) => (
            <AppliedChip key={label} to={at(without)} className="num">
              {label}
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
            <ButtonLink look="secondary" to={clear}>
              Clear filters
            </ButtonLink>
          }
        >
          Try adjusting your filters to see more results
        </EmptyState>
      ) : (
        <>
          <h2 className="sr-only">Artworks</h2>
          <Cards {...{ artworks, view }} />
          <ShowMore to={more} isLonger={isLonger} shown={artworks.length}>
            {filter.after ? (
              <>
                Showing {artworks.length} more {artworks.length === 1 ? 'artwork' : 'artworks'}.{' '}
                <Link className="link" to={at({})}>
                  Back to the start
                </Link>
              </>
            ) : (
              `Showing ${artworks.length} of ${formatArtworks(total).toLowerCase()}`
            )}
          </ShowMore>
          {loading ? (
            <p role="status" className="mt-4 text-center">
              <LoadingLabel />
            </p>
          ) : null}
          <p className="meta mt-4 text-center">
            Looking for something else?{' '}
            <Link className="link text-geru" to={href('/custom-order')}>
              Start a custom order
            </Link>
          </p>
        </>
      )}
    </div>
  );
}

function Cards({ artworks, view }: { artworks: ArtworkSummary[]; view: View }) {
  const { isWanted } = useStorefront();
  return (
    <div className={view === 'list' ? 'artworks artworks-list' : 'artworks'}>
      {artworks.map((artwork, index) => (
        <ArtworkCard key={artwork.id} artwork={artwork} wanted={isWanted(artwork.id)} first={index === 0} />
      ))}
    </div>
  );
}

function Loading({ view }: { view: View }) {
  return (
    <div>
      <p role="status">
        <LoadingLabel />
      </p>
      <div className={view === 'list' ? 'artworks artworks-list mt-5' : 'artworks mt-5'}>
        {Array.from({ length: 6 }, (_, index) => (
          <ArtworkCardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}

function LoadingLabel() {
  return (
    <>
      <b>Loading artworks...</b> <span className="muted">Please wait while we fetch the data</span>
    </>
  );
}
