import { Link, href } from 'react-router';
import { shownOf } from '#app/modules/catalogue/artworks/filter.ts';
import { STEP } from '#app/modules/catalogue/artworks/artwork.ts';
import { getCollection } from '#app/modules/catalogue/collections/collections.server.ts';
import { COLLECTION_NOT_FOUND } from '#app/modules/catalogue/collections/messages.ts';
import { shareImageOf } from '#app/modules/catalogue/media/picture.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { useStorefront } from '#app/routes/use-storefront.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { ShowMore } from '#app/ui/kit/show-more.tsx';
import { ArtworkCard } from '#app/ui/shop/artwork-card.tsx';
import { BreadcrumbData } from '#app/ui/shop/structured-data.tsx';
import type { Route } from './+types/collection.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shown = shownOf(Number(url.searchParams.get('show') ?? STEP));
  return { ...(await getCollection(context.get(shopContext), params.slug, shown)), shown };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: loaderData.title,
        description: loaderData.description || `${loaderData.title}: pieces chosen in the studio.`,
        path: href('/collections/:slug', { slug: loaderData.slug }),
        image: shareImageOf(loaderData.picture),
        hidden: loaderData.count === 0,
      })
    : pageMeta(matches, {
        title: COLLECTION_NOT_FOUND,
        description: 'This collection is not in the shop.',
        path: href('/collections'),
        hidden: true,
      });

export default function Collection({ loaderData }: Route.ComponentProps) {
  const { slug, title, description, artworks, count, shown } = loaderData;
  const { brand, isWanted } = useStorefront();
  const address = href('/collections/:slug', { slug });
  return (
    <div className="wrap pb-16 lg:pb-24">
      <BreadcrumbData
        shopUrl={brand?.shopUrl ?? ''}
        trail={[
          ['Home', '/'],
          ['Collections', href('/collections')],
          [title, address],
        ]}
      />
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link className="link" to={href('/collections')}>
          Collections
        </Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page">{title}</span>
      </nav>
      <div className="page-head pt-0 lg:pt-2">
        <h1 tabIndex={-1} className="wrap-anywhere">
          {title}
        </h1>
        {description ? <p className="muted whitespace-pre-line">{description}</p> : null}
      </div>
      {artworks.length === 0 ? (
        <EmptyState
          title="No pieces in this collection right now"
          action={<ButtonLink to={href('/gallery')}>Browse Gallery</ButtonLink>}
        />
      ) : (
        <>
          <div className="artworks">
            {artworks.map((artwork, index) => (
              <ArtworkCard
                key={artwork.id}
                artwork={artwork}
                wanted={isWanted(artwork.id)}
                heading="h2"
                first={index === 0}
              />
            ))}
          </div>
          <ShowMore
            to={artworks.length < count ? `${address}?show=${shown + STEP}` : undefined}
            isLonger
            shown={artworks.length}
          >
            Showing {artworks.length} of {count} artworks
          </ShowMore>
        </>
      )}
    </div>
  );
}
