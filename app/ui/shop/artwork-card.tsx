import { Link, useLocation, href } from 'react-router';
import { isForCart, mustChooseOptions, type ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { isMadeToOrder, MEDIUM_LABELS } from '#app/modules/catalogue/artworks/medium.ts';
import { NO_LONGER_MADE } from '#app/modules/catalogue/artworks/artwork-status.ts';
import { formatSize } from '#app/modules/catalogue/artworks/dimensions.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Motif } from '#app/ui/shop/ornaments.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { BUYER_LABELS, BuyerLink } from './buyer-link.tsx';
import { Customize } from './customize.tsx';
import { FROM_GALLERY } from './gallery-before.ts';
import { Heart } from './heart.tsx';
import { usePrefetch } from './use-prefetch.ts';
import { CARD_SIZES, keepShown, Picture } from './picture.tsx';
import { useBuyer, useIsCatalogueDown } from './use-being-bought.ts';
import { Price } from './price.tsx';

export function ArtworkCard({
  artwork,
  wanted,
  buyable = true,
  first,
  isAmongFeatured = false,
  heading: Heading = 'h3',
}: {
  artwork: ArtworkSummary;
  wanted: boolean;
  buyable?: boolean;
  first?: boolean;
  isAmongFeatured?: boolean;
  heading?: 'h2' | 'h3';
}) {
  const prefetch = usePrefetch();
  const state = useLocation().pathname.startsWith(href('/gallery')) ? FROM_GALLERY : undefined;
  const address = href('/artwork/:id', { id: artwork.slug });
  const toOrder = isMadeToOrder(artwork);
  const forCart = isForCart(artwork);
  const buyer = useBuyer(artwork.id);
  const isBeingBought = buyer !== undefined && forCart;
  const isCatalogueDown = useIsCatalogueDown();
  const isArchived = artwork.status === 'archived';
  const out = isArchived || isBeingBought || (forCart && artwork.stockCount === 0);
  return (
    <article className="card" data-out={out || undefined}>
      <div className="card-picture">
        <Picture picture={artwork.picture} sizes={CARD_SIZES} first={first} title={artwork.title} />
        {artwork.featured && !isAmongFeatured ? <FeaturedMark /> : null}
        {out ? (
          <span className="out-of-stock">
            {isArchived ? NO_LONGER_MADE : isBeingBought ? BUYER_LABELS[buyer] : 'Out of Stock'}
          </span>
        ) : null}
        <span className="medium-tag">{MEDIUM_LABELS[artwork.medium]}</span>
        {/* The title's link covers the card, so this only says what a click does. */}
        <span className="card-view" aria-hidden="true">
          View details
        </span>
      </div>
      <Heading className="card-title">
        <Link
          to={address}
          state={state}
          prefetch={prefetch}
          onClick={({ currentTarget }) => {
            const picture = currentTarget.closest('.card')?.querySelector<HTMLImageElement>('picture img');
            keepShown(artwork.picture, picture?.currentSrc);
          }}
        >
          {artwork.title}
        </Link>
      </Heading>
      <p className="meta">
        {[artwork.style || artwork.category, formatSize(artwork.dimensions)].filter(Boolean).join(', ')}
      </p>
      {isArchived ? null : <Price amount={artwork.price} from={artwork.hasVariants || toOrder} />}
      {buyable && !isArchived && !artwork.stale && !isCatalogueDown ? (
        <div className="card-action">
          {toOrder ? (
            <Customize artwork={artwork} />
          ) : isBeingBought ? (
            <BuyerLink artwork={artwork} buyer={buyer} />
          ) : out || !forCart ? (
            <ButtonLink look="card" full to={`${address}?request=1`} rel="nofollow">
              Request this piece<span className="sr-only">: {artwork.title}</span>
            </ButtonLink>
          ) : mustChooseOptions(artwork) ? (
            <ButtonLink look="card" full to={address}>
              Choose options<span className="sr-only">: {artwork.title}</span>
            </ButtonLink>
          ) : (
            <AddToCart artworkId={artwork.id} title={artwork.title} />
          )}
        </div>
      ) : null}
      <Heart artworkId={artwork.id} title={artwork.title} wanted={wanted} className="card-heart" />
    </article>
  );
}

export function FeaturedMark() {
  return (
    <span className="featured">
      <Motif name="mark" />
      Featured
    </span>
  );
}

export function ArtworkCardSkeleton() {
  return (
    <div className="card" aria-hidden="true">
      <div className="skeleton aspect-4/5" />
      <div className="skeleton mt-3 h-6 w-4/5" />
      <div className="skeleton mt-2 h-4 w-1/2" />
      <div className="skeleton mt-4 h-11" />
    </div>
  );
}
