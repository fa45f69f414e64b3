import { useEffect } from 'react';
import { Link, useFetcher, useLocation, href } from 'react-router';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { FAILURE_TOAST } from '#app/basics/failure-text.ts';
import { wishlistMessages } from '#app/modules/catalogue/wishlist/messages.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Heart } from '#app/ui/shop/heart.tsx';
import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';

const WISH_KEY = 'wishAfterSignIn';

/** For guests, opens the sign-in and saves the piece afterwards. */
export function ArtworkHeart({
  artwork: { id, title },
  wanted,
  isSignedIn,
}: {
  artwork: Artwork;
  wanted: boolean;
  isSignedIn: boolean;
}) {
  const { pathname, search } = useLocation();
  const { submit } = useFetcher({ key: `heart-${id}` });
  const asked = new URLSearchParams(search);
  const isAsked = asked.has('signin') && asked.get('why') === 'wishlist';
  useEffect(() => {
    // The visitor may have clicked the heart before hydration, so this checks the URL.
    if (!isSignedIn && isAsked) return writeStored(WISH_KEY, JSON.stringify({ artworkId: id }), 'tab');
    const { artworkId } = readStored(WISH_KEY, 'tab');
    writeStored(WISH_KEY, null, 'tab');
    if (isSignedIn && artworkId === id && !wanted)
      void submit(
        { intent: 'wish', artworkId: id, wanted: 'yes', [FAILURE_TOAST]: wishlistMessages.addFailed },
        { method: 'post', action: href('/visitor-state') },
      );
  }, [id, wanted, isSignedIn, isAsked, submit]);
  if (isSignedIn) return <Heart artworkId={id} title={title} wanted={wanted} />;
  return (
    <Link
      className="heart"
      to={`?${new URLSearchParams({ signin: '1', why: 'wishlist', returnTo: pathname })}`}
      rel="nofollow"
      preventScrollReset
      aria-label={`Add ${title} to wishlist`}
    >
      <Icon name="heart" />
    </Link>
  );
}
