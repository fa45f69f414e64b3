import { useEffect, useState } from 'react';
import { Link, href } from 'react-router';
import { MAX_FEATURED } from '#app/modules/catalogue/artworks/artwork.ts';
import { featuredArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { formatSpan } from '#app/basics/duration.ts';
import { textChannelsOf } from '#app/basics/text-channels.ts';
import { shownTestimonials, shownContact } from '#app/modules/store/settings/settings.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { freeForAllAbove } from '#app/modules/store/shipping/shipping.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { ArtworkCard, ArtworkCardSkeleton } from '#app/ui/shop/artwork-card.tsx';
import { StaleCatalogue } from '#app/ui/shop/stale-catalogue.tsx';
import { useIsCatalogueDown } from '#app/ui/shop/use-being-bought.ts';
import { useStorefront } from '#app/routes/use-storefront.ts';
import italics from '#app/styles/fonts-italic.css?url';
import {
  Categories,
  Figures,
  Hero,
  HowItWorks,
  Reasons,
  Stitching,
  StudioVisit,
  Testimonials,
} from './home-sections.tsx';
import type { Route } from './+types/home.ts';

/** The first line is in italics, so its font loads with the page. */
export const links = () => [{ rel: 'stylesheet', href: italics }];

/** In the app, skeletons replace featured pieces while they load. A document is complete. */
export async function loader({
  request,
  context,
}: Pick<Route.LoaderArgs, 'context'> & Partial<Pick<Route.LoaderArgs, 'request'>>) {
  const shop = context.get(shopContext);
  const coming = featuredArtworks(shop);
  const isForScript = request?.headers.get('Sec-Fetch-Dest') === 'empty';
  const [settings, featured] = await Promise.all([getSettings(shop), isForScript ? { coming } : coming]);
  const { figures, testimonials, contact, promises, home, footer } = settings;
  return {
    home,
    delivery: footer.delivery,
    figures,
    testimonials: shownTestimonials(shop.config.mode, testimonials),
    contact: shownContact(shop.config.mode, settings),
    freeAbove: freeForAllAbove(settings),
    promises,
    // Formatting these texts on the server keeps that code out of the first page.
    madeWithin: formatSpan(promises.customWorkWeeks, 'week'),
    replyWithin: formatSpan(contact.replyWithinHours, 'hour'),
    channels: textChannelsOf(shop),
    featured: 'coming' in featured ? featured.coming : featured,
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    description: loaderData?.home.searchText ?? '',
    path: href('/'),
  });

export default function Home({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { home, delivery, figures, testimonials, contact, freeAbove, promises, madeWithin, replyWithin, channels } =
    loaderData;
  const featured = useArrived(loaderData.featured);
  return (
    <>
      <Hero home={home} />
      <section className="wrap page-section home-featured" aria-labelledby="featured">
        <Featured {...featured} />
      </section>
      <Figures figures={figures} />
      <Categories />
      <HowItWorks madeWithin={madeWithin} sendsPhotos={promises.sendsPhotos} />
      <Stitching />
      <Reasons {...{ freeAbove, promises, contact, replyWithin, channels, delivery }} />
      <Testimonials testimonials={testimonials} />
      <StudioVisit contact={contact} text={home.visitText} />
    </>
  );
}

function useArrived<Value extends object>(coming: Value | Promise<Value>): Value | undefined {
  const [arrived, setArrived] = useState(coming instanceof Promise ? undefined : coming);
  const [failure, setFailure] = useState<{ error: unknown }>();
  useEffect(() => {
    let isWanted = true;
    void Promise.resolve(coming).then(
      (value) => isWanted && setArrived(value),
      (error: unknown) => isWanted && setFailure({ error }),
    );
    return () => {
      isWanted = false;
    };
  }, [coming]);
  if (failure) throw failure.error;
  return coming instanceof Promise ? arrived : coming;
}

function Featured({ artworks, stale: wasStale, problem }: Partial<Awaited<ReturnType<typeof featuredArtworks>>>) {
  const { isWanted } = useStorefront();
  const stale = useIsCatalogueDown() || wasStale;
  const isEmpty = artworks?.length === 0;
  return (
    <>
      <div className="section-head section-head-row">
        <h2 id="featured">Featured artworks</h2>
        {isEmpty ? null : (
          <Link className="link hidden font-semibold text-geru lg:inline" to={href('/gallery')}>
            View Complete Collection
          </Link>
        )}
      </div>
      {stale ? <StaleCatalogue isEmpty={isEmpty} problem={problem} /> : null}
      {isEmpty && stale ? null : isEmpty ? (
        <EmptyState title="No Featured Artworks">Check back soon for new featured pieces!</EmptyState>
      ) : (
        <div className="artworks" aria-busy={!artworks}>
          {artworks?.map((artwork) => (
            <ArtworkCard key={artwork.id} artwork={artwork} wanted={isWanted(artwork.id)} isAmongFeatured />
          )) ?? Array.from({ length: MAX_FEATURED }, (_, place) => <ArtworkCardSkeleton key={place} />)}
        </div>
      )}
      <div className={isEmpty ? 'mt-2' : 'mt-8 lg:hidden'}>
        <ButtonLink look="secondary" size="big" full to={href('/gallery')}>
          View Complete Collection
        </ButtonLink>
      </div>
    </>
  );
}
