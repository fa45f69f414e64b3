import { useRef } from 'react';
import { Link, useFetcher, href } from 'react-router';
import { type ArtworkSummary, isForCart, mustChooseOptions } from '#app/modules/catalogue/artworks/artwork.ts';
import { isMadeToOrder } from '#app/modules/catalogue/artworks/medium.ts';
import { NO_LONGER_MADE } from '#app/modules/catalogue/artworks/artwork-status.ts';
import { recommendedFor } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { shareSchema } from '#app/modules/catalogue/wishlist/forms.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { wishlistMessages } from '#app/modules/catalogue/wishlist/messages.ts';
import {
  sharedTokenOf,
  shareWishlist,
  stopSharingWishlist,
} from '#app/modules/catalogue/wishlist/shared-wishlist.server.ts';
import { getWishlist } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { AddToCart } from '#app/ui/shop/add-to-cart.tsx';
import { BUYER_LABELS, BuyerLink } from '#app/ui/shop/buyer-link.tsx';
import { Customize } from '#app/ui/shop/customize.tsx';
import { CARD_SIZES, Picture } from '#app/ui/shop/picture.tsx';
import { Price } from '#app/ui/shop/price.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { ShareLink } from './share-link.tsx';
import { useBuyer } from '#app/ui/shop/use-being-bought.ts';
import { useUnwished } from '#app/ui/shop/use-unwished.ts';
import { YouMayLike } from '#app/ui/shop/you-may-like.tsx';
import { useStorefront } from '#app/routes/use-storefront.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { Route } from './+types/wishlist.ts';

const MAX_RECOMMENDED = 4;
const MAX_KNOWN = 20;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  const [artworks, { shopName }, token, recommended] = await Promise.all([
    getWishlist(shop, []),
    getSettings(shop),
    sharedTokenOf(shop),
    recommendedFor(shop, MAX_RECOMMENDED + MAX_KNOWN),
  ]);
  return {
    artworks,
    shopName,
    link: token && `${shop.config.shopUrl}${href('/wishlist/shared/:token', { token })}`,
    recommended: recommended
      .filter((wished) => !artworks.some((artwork) => artwork.id === wished.id))
      .slice(0, MAX_RECOMMENDED),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Wishlist',
    description: 'Your saved pieces.',
    path: href('/profile/wishlist'),
    hidden: true,
  });

const form = formOf();

export const action = formAction(
  form({
    schema: shareSchema,
    async run(shop, { shared }) {
      await (shared ? shareWishlist : stopSharingWishlist)(shop);
    },
    done: (_nothing, { shared }) => ({
      ok: true,
      toast: { text: shared ? wishlistMessages.shared : wishlistMessages.unshared },
    }),
    refused: {},
    back: () => href('/profile/wishlist'),
  }),
);

export default function WishlistPage({ loaderData: { artworks, link, shopName, recommended } }: Route.ComponentProps) {
  const { isWanted } = useStorefront();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useUnwished<HTMLUListElement>(artworks, heading);
  const isEmpty = artworks.length === 0;
  return (
    <>
      <section aria-labelledby="wishlist-title" className={isEmpty ? undefined : 'pt-6'}>
        <h2 id="wishlist-title" className="sr-only" tabIndex={-1} ref={heading}>
          Wishlist
        </h2>
        {isEmpty ? (
          <EmptyState
            title={wishlistMessages.empty}
            action={<ButtonLink to={href('/gallery')}>Browse Gallery</ButtonLink>}
          />
        ) : (
          <ul className="artworks" {...list}>
            {artworks.map((artwork) => (
              <li key={artwork.id}>
                <WishedArtwork artwork={artwork} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {link || !isEmpty ? <Sharing link={link} shopName={shopName} /> : null}
      <YouMayLike artworks={recommended} isWanted={isWanted} />
    </>
  );
}

function Sharing({ link, shopName }: { link: string | undefined; shopName: string }) {
  const fetcher = useFetcher({ key: 'wishlist-link' });
  const isBusy = fetcher.state !== 'idle';
  return (
    <section className="panel sharing" aria-labelledby="sharing">
      <h2 id="sharing" className="text-h4">
        Share your wishlist
      </h2>
      <p className="muted">
        {link
          ? 'Anyone with this link can see your first name and these pieces.'
          : 'Create a link for family and friends. It shows only your first name and these pieces.'}
      </p>
      {link ? <ShareLink label="Your link" url={link} title={`My wishlist at ${shopName}`} /> : null}
      <fetcher.Form method="post" action={href('/profile/wishlist')} preventScrollReset>
        <FailureText toast>{wishlistMessages.shareFailed}</FailureText>
        <input type="hidden" name="shared" value={link ? 'no' : 'yes'} />
        <Button look={link ? 'quiet' : 'secondary'} busy={isBusy}>
          {link ? 'Stop sharing' : 'Create link'}
        </Button>
      </fetcher.Form>
    </section>
  );
}

function WishedArtwork({ artwork }: { artwork: ArtworkSummary }) {
  const fetcher = useFetcher({ key: `wish-${artwork.id}` });
  const toOrder = isMadeToOrder(artwork);
  const isArchived = artwork.status === 'archived';
  const buyer = useBuyer(artwork.id);
  const isBeingBought = buyer !== undefined && isForCart(artwork) && !isArchived;
  const out = !toOrder && (artwork.stockCount === 0 || isBeingBought);
  return (
    <article className="card" data-out={out || isArchived || undefined} data-busy={fetcher.state !== 'idle'}>
      <div className="card-picture">
        <Picture picture={artwork.picture} sizes={CARD_SIZES} title={artwork.title} />
        {isArchived || out ? (
          <span className="out-of-stock">
            {isArchived ? NO_LONGER_MADE : isBeingBought ? BUYER_LABELS[buyer] : 'Out of Stock'}
          </span>
        ) : null}
      </div>
      <h3 className="card-title">
        <Link to={href('/artwork/:id', { id: artwork.slug })} prefetch="intent">
          {artwork.title}
        </Link>
      </h3>
      <p className="meta">{artwork.category}</p>
      {isArchived ? null : <Price amount={artwork.price} from={artwork.hasVariants} />}
      <div className="card-action grid gap-1">
        {isArchived ? null : toOrder ? (
          <Customize artwork={artwork} />
        ) : isBeingBought ? (
          <BuyerLink artwork={artwork} buyer={buyer} />
        ) : out || !isForCart(artwork) ? (
          <ButtonLink look="card" full to={`${href('/artwork/:id', { id: artwork.slug })}?request=1`}>
            Request this piece<span className="sr-only">: {artwork.title}</span>
          </ButtonLink>
        ) : artwork.stale ? null : mustChooseOptions(artwork) ? (
          <ButtonLink look="card" full to={href('/artwork/:id', { id: artwork.slug })}>
            Choose options<span className="sr-only">: {artwork.title}</span>
          </ButtonLink>
        ) : (
          <AddToCart artworkId={artwork.id} title={artwork.title} />
        )}
        <fetcher.Form method="post" action={href('/visitor-state')} preventScrollReset>
          <input type="hidden" name="intent" value="wish" />
          <input type="hidden" name="artworkId" value={artwork.id} />
          <input type="hidden" name="returnTo" value={href('/profile/wishlist')} />
          <Button look="quiet" className="px-0" name="wanted" value="no" busy={fetcher.state !== 'idle'}>
            Remove<span className="sr-only"> {artwork.title} from wishlist</span>
          </Button>
        </fetcher.Form>
      </div>
    </article>
  );
}
