import { href } from 'react-router';
import { getSharedWishlist } from '#app/modules/catalogue/wishlist/shared-wishlist.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { ArtworkCard } from '#app/ui/shop/artwork-card.tsx';
import { useStorefront } from '#app/routes/use-storefront.ts';
import type { Route } from './+types/shared-wishlist.ts';

/** A revoked link gets the same answer as an unknown address. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  getSharedWishlist(context.get(shopContext), params.token);

/** The URL contains a key, so search engines and referrers must not get it. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? `${loaderData.firstName}’s wishlist` : 'Wishlist',
    description: 'A shared wishlist.',
    path: href('/wishlist'),
    hidden: true,
  });

export default function SharedWishlist({ loaderData: { firstName, artworks, isMine } }: Route.ComponentProps) {
  const { isWanted } = useStorefront();
  return (
    <div className="wrap pb-16 lg:pb-24">
      <div className="page-head pt-8 lg:pt-10">
        <h1 tabIndex={-1} className="wrap-anywhere">
          {firstName}’s wishlist
        </h1>
      </div>
      {isMine ? (
        <Note tone="info" className="mb-6">
          This is how others see your list.
        </Note>
      ) : null}
      {artworks.length === 0 ? (
        <EmptyState
          title="This wishlist is empty"
          action={<ButtonLink to={href('/gallery')}>Browse Gallery</ButtonLink>}
        />
      ) : (
        <div className="artworks">
          {artworks.map((artwork) => (
            <ArtworkCard key={artwork.id} artwork={artwork} wanted={isWanted(artwork.id)} heading="h2" />
          ))}
        </div>
      )}
    </div>
  );
}
