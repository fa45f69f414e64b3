import { Link, useFetcher } from 'react-router';
import { isMadeToOrder, type ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { wishlistMessages } from '#app/modules/wishlist/messages.ts';
import { getWishlist } from '#app/modules/wishlist/wishlist.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { AddToCart } from '#app/ui/shop/add-to-cart.tsx';
import { Customize } from '#app/ui/shop/customize.tsx';
import { CARD_SIZES, Picture } from '#app/ui/shop/picture.tsx';
import { Price } from '#app/ui/shop/price.tsx';
import type { Route } from './+types/wishlist.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  const [artworks, { shopName }] = await Promise.all([getWishlist(shop, []), getSettings(shop)]);
  return { artworks, shopName };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Wishlist | ${loaderData?.shopName ?? 'Bisvar'}` },
  { name: 'robots', content: 'noindex' },
];

export default function WishlistPage({ loaderData: { artworks } }: Route.ComponentProps) {
  if (artworks.length === 0)
    return <EmptyState title={wishlistMessages.empty} action={<ButtonLink to="/gallery">Browse Gallery</ButtonLink>} />;
  return (
    <section aria-labelledby="wishlist-title" className="pt-6">
      <h2 id="wishlist-title" className="sr-only">
        Wishlist
      </h2>
      <ul className="artworks">
        {artworks.map((artwork) => (
          <li key={artwork.id}>
            <WishedPiece artwork={artwork} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A card of the wishlist: Add to Cart and Remove; fabric is painted to order (decision 11), what is sold out can be asked for on its page. */
function WishedPiece({ artwork }: { artwork: ArtworkSummary }) {
  const fetcher = useFetcher({ key: `wish-${artwork.id}` });
  const toOrder = isMadeToOrder(artwork);
  const out = !toOrder && artwork.stockCount === 0;
  return (
    <article className="card" data-out={out || undefined} data-busy={fetcher.state !== 'idle'}>
      <div className="card-picture">
        <Picture picture={artwork.picture} sizes={CARD_SIZES} title={artwork.title} />
        {out ? <span className="out-of-stock">Out of Stock</span> : null}
      </div>
      <h3 className="card-title">
        <Link to={`/artwork/${artwork.id}`} prefetch="intent">
          {artwork.title}
        </Link>
      </h3>
      <p className="meta">{artwork.category}</p>
      <Price amount={artwork.price} />
      <div className="card-action grid gap-1">
        {toOrder ? (
          <Customize artwork={artwork} />
        ) : out ? (
          <ButtonLink look="card" full to={`/artwork/${artwork.id}?request=1`}>
            Request this piece<span className="sr-only">: {artwork.title}</span>
          </ButtonLink>
        ) : (
          <AddToCart artworkId={artwork.id} title={artwork.title} />
        )}
        <fetcher.Form method="post" action="/wishlist/entries" preventScrollReset>
          <input type="hidden" name="artworkId" value={artwork.id} />
          <input type="hidden" name="returnTo" value="/profile/wishlist" />
          <Button look="quiet" full name="wanted" value="no" busy={fetcher.state !== 'idle'}>
            Remove<span className="sr-only"> {artwork.title} from wishlist</span>
          </Button>
        </fetcher.Form>
      </div>
    </article>
  );
}
