import { useRef } from 'react';
import { redirect, href } from 'react-router';
import { getWishlist } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { ArtworkCard } from '#app/ui/shop/artwork-card.tsx';
import { useUnwished } from '#app/ui/shop/use-unwished.ts';
import { useStorefront } from '#app/routes/use-storefront.ts';
import type { Route } from './+types/guest-wishlist.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  if ('userId' in shop.actor) throw redirect(href('/profile/wishlist'), 303);
  return { artworks: await getWishlist(shop, context.get(visitContext).wishlist) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your wishlist',
    description: 'The pieces you saved in this browser.',
    path: href('/wishlist/guest'),
    hidden: true,
  });

export default function GuestWishlist({ loaderData: { artworks } }: Route.ComponentProps) {
  const { isWanted } = useStorefront();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useUnwished<HTMLDivElement>(artworks, heading);
  const signIn = `${href('/login')}?${new URLSearchParams({ returnTo: href('/profile/wishlist') })}`;
  return (
    <div className="wrap pb-16 lg:pb-24">
      <div className="page-head pt-8 lg:pt-10">
        <h1 tabIndex={-1} ref={heading}>
          Your wishlist
        </h1>
      </div>
      {artworks.length === 0 ? (
        <EmptyState
          title="Your wishlist is empty"
          action={<ButtonLink to={href('/gallery')}>Browse Gallery</ButtonLink>}
        />
      ) : (
        <>
          <Note tone="info" className="mb-6">
            Saved in this browser only.{' '}
            <ButtonLink look="quiet" to={signIn}>
              Sign in to keep them
            </ButtonLink>
          </Note>
          <div className="artworks" {...list}>
            {artworks.map((artwork) => (
              <ArtworkCard key={artwork.id} artwork={artwork} wanted={isWanted(artwork.id)} heading="h2" />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
