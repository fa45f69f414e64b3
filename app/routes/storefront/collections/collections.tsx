import { Link, href } from 'react-router';
import { listCollections } from '#app/modules/catalogue/collections/collections.server.ts';
import { shareImageOf } from '#app/modules/catalogue/media/picture.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { useStorefront } from '#app/routes/use-storefront.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { CARD_SIZES, Picture } from '#app/ui/shop/picture.tsx';
import { BreadcrumbData } from '#app/ui/shop/structured-data.tsx';
import type { Route } from './+types/collections.ts';

export const loader = async ({ context }: Route.LoaderArgs) => ({
  collections: await listCollections(context.get(shopContext)),
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Collections',
    description: 'Pieces chosen to go together, for a festival, a wedding or your home.',
    path: href('/collections'),
    image: loaderData?.collections[0] && shareImageOf(loaderData.collections[0].picture),
    hidden: loaderData?.collections.length === 0,
  });

export default function Collections({ loaderData: { collections } }: Route.ComponentProps) {
  const { brand } = useStorefront();
  return (
    <div className="wrap pb-16 lg:pb-24">
      <BreadcrumbData
        shopUrl={brand?.shopUrl ?? ''}
        trail={[
          ['Home', '/'],
          ['Collections', href('/collections')],
        ]}
      />
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link className="link" to={href('/')}>
          Home
        </Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page">Collections</span>
      </nav>
      <div className="page-head pt-0 lg:pt-2">
        <h1 tabIndex={-1}>Collections</h1>
        <p className="muted">Pieces chosen to go together.</p>
      </div>
      {collections.length === 0 ? (
        <EmptyState title="No collection yet" action={<ButtonLink to={href('/gallery')}>Browse Gallery</ButtonLink>} />
      ) : (
        <ul className="artworks">
          {collections.map((collection, index) => (
            <li key={collection.id} className="card">
              <div className="card-picture">
                <Picture
                  picture={collection.picture}
                  alt=""
                  sizes={CARD_SIZES}
                  first={index === 0}
                  title={collection.title}
                />
              </div>
              <h2 className="card-title">
                <Link to={href('/collections/:slug', { slug: collection.slug })}>{collection.title}</Link>
              </h2>
              <p className="meta">{collection.count === 1 ? '1 piece' : `${collection.count} pieces`}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
