import { randomUUID } from 'node:crypto';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { data, isRouteErrorResponse, Link, redirect, useLocation } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { getProfile } from '#app/modules/accounts/accounts.server.ts';
import { isMadeToOrder, MEDIUM_NAMES, mostOf, summaryOf, type Artwork } from '#app/modules/catalogue/artwork.ts';
import { factsOf } from '#app/modules/catalogue/artwork-fields.ts';
import { getArtwork, relatedArtworks, timesBoughtThisMonth } from '#app/modules/catalogue/catalogue.server.ts';
import { ARTWORK_NOT_FOUND } from '#app/modules/catalogue/messages.ts';
import { absoluteAddress, fileAtLeast, shareImageOf } from '#app/modules/media/picture.ts';
import { orderRequestSchema } from '#app/modules/order-requests/forms.ts';
import { ORDER_REQUEST_FAILED, ORDER_REQUEST_REFUSALS } from '#app/modules/order-requests/messages.ts';
import { sendOrderRequest } from '#app/modules/order-requests/order-requests.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { readForm } from '#app/platform/forms.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { QuantityPicker } from '#app/ui/kit/quantity.tsx';
import { AddToCart } from '#app/ui/shop/add-to-cart.tsx';
import { ArtworkCard, FeaturedMark } from '#app/ui/shop/artwork-card.tsx';
import { ArtworkPictures } from './artwork-pictures.tsx';
import { Customize } from '#app/ui/shop/customize.tsx';
import { Heart } from '#app/ui/shop/heart.tsx';
import { Share } from '#app/ui/shop/share.tsx';
import { BreadcrumbData, StructuredData } from '#app/ui/shop/structured-data.tsx';
import { answerOrTrouble } from '#app/ui/shop/post-result.ts';
import { ArtworkFacts } from './artwork-facts.tsx';
import { RequestDialog, type RequestAnswer } from './request-dialog.tsx';
import { useStorefront } from '#app/routes/use-storefront.ts';
import type { Route } from './+types/artwork.ts';

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [artwork, settings] = await Promise.all([getArtwork(shop, params.id), getSettings(shop)]);
  const { flatShipping, shippingMode, promises, contact } = settings;
  const [related, boughtThisMonth, request] = await Promise.all([
    relatedArtworks(shop, artwork),
    artwork.stale ? 0 : timesBoughtThisMonth(shop, artwork.id),
    url.searchParams.has('request') && mayBeRequested(artwork) ? requestForm(shop, artwork) : undefined,
  ]);
  return {
    artwork,
    facts: factsOf(artwork),
    related,
    boughtThisMonth,
    request,
    flatShipping,
    shippingMode,
    promises,
    replyWithinHours: contact.replyWithinHours,
  };
}

const mayBeRequested = (artwork: Artwork) => !artwork.stale && !isMadeToOrder(artwork) && artwork.stockCount === 0;

/** What the request form starts with. Who isn't signed in is asked to first, over the piece. */
async function requestForm(shop: Shop, artwork: Artwork) {
  if (shop.actor.kind === 'guest') {
    const piece = `/artwork/${artwork.id}`;
    throw redirect(
      `${piece}?${new URLSearchParams({ signin: '1', why: 'request', returnTo: `${piece}?request=1` })}`,
      303,
    );
  }
  const { name, email, phone } = await getProfile(shop);
  return { formKey: randomUUID(), prefilled: { name, email, phone } };
}

/** Sends a request for the piece; the piece is the one of the address. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const artwork = await getArtwork(shop, params.id);
  const form = await readForm(request, orderRequestSchema);
  if (!form.ok) return data<RequestAnswer>(form, 400);
  const { terms: _accepted, ...asked } = form.value;
  const sent = await sendOrderRequest(shop, { ...asked, artworkId: artwork.id });
  if (sent.ok) return { ok: true } satisfies RequestAnswer;
  const status = sent.reason === 'not-signed-in' ? 401 : sent.reason === 'too-many' ? 429 : 409;
  return data<RequestAnswer>({ ok: false, typed: form.typed, formError: ORDER_REQUEST_REFUSALS[sent.reason] }, status);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerOrTrouble(serverAction(), ORDER_REQUEST_FAILED, () => {});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData)
    return pageMeta(matches, {
      title: ARTWORK_NOT_FOUND,
      description: 'This artwork is not in the shop.',
      path: '/gallery',
      hidden: true,
    });
  const { artwork } = loaderData;
  return pageMeta(matches, {
    title: artwork.title,
    description: artwork.description || artwork.title,
    path: `/artwork/${artwork.id}`,
    image: shareImageOf(summaryOf(artwork).picture),
    type: 'product',
  });
};

/** From here on the page says that few are left. */
const FEW = 3;

const firstPicture = (artwork: Artwork): string => fileAtLeast(summaryOf(artwork).picture, 1200);

export default function ArtworkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { artwork, facts, related, boughtThisMonth, request, flatShipping, shippingMode, promises, replyWithinHours } =
    loaderData;
  const { brand, visitor, isWanted } = useStorefront();
  const toOrder = isMadeToOrder(artwork);
  const out = !toOrder && artwork.stockCount === 0;
  const summary = summaryOf(artwork);
  const weeks = `${promises.customWorkWeeks.from}–${promises.customWorkWeeks.to} weeks`;
  const shipping =
    shippingMode === 'zones'
      ? 'Insured shipping, charged by your PIN code.'
      : flatShipping.freeAbove === null
        ? `${formatRupees(flatShipping.cost)} insured shipping.`
        : artwork.price > flatShipping.freeAbove
          ? 'Free insured shipping.'
          : `Insured shipping ${formatRupees(flatShipping.cost)}, free above ${formatRupees(flatShipping.freeAbove)}.`;
  const { processingBusinessDays: packing, deliveryBusinessDays: delivery } = promises;

  const buying = artwork.stale ? (
    <Note>
      We can’t read the catalogue just now; this is how the piece last stood. Buying is paused until it is back.
    </Note>
  ) : toOrder ? (
    <Customize artwork={summary} look="primary" />
  ) : out ? (
    <ButtonLink look="primary" full to="?request=1" rel="nofollow" preventScrollReset>
      Request this piece
    </ButtonLink>
  ) : (
    <AddToCart
      id="buy"
      artworkId={artwork.id}
      title={artwork.title}
      className="buy-row"
      button={{ look: 'primary', icon: 'bag' }}
    >
      <QuantityPicker key={artwork.id} most={mostOf(artwork)} />
    </AddToCart>
  );

  return (
    <div className="wrap">
      <StructuredData
        value={{
          '@type': 'Product',
          name: artwork.title,
          description: artwork.description,
          category: artwork.category,
          image: absoluteAddress(firstPicture(artwork), brand?.shopUrl ?? ''),
          offers: {
            '@type': 'Offer',
            price: (artwork.price / 100).toFixed(2),
            priceCurrency: 'INR',
            seller: { '@id': `${brand?.shopUrl ?? ''}/#organization` },
            url: `${brand?.shopUrl ?? ''}/artwork/${artwork.id}`,
            availability: `https://schema.org/${toOrder ? 'MadeToOrder' : out ? 'OutOfStock' : 'InStock'}`,
          },
        }}
      />
      <BreadcrumbData
        shopUrl={brand?.shopUrl ?? ''}
        trail={[
          ['Home', '/'],
          ['Shop', '/gallery'],
          [MEDIUM_NAMES[artwork.medium], `/gallery/${artwork.medium}`],
          [artwork.title, `/artwork/${artwork.id}`],
        ]}
      />
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link to="/gallery">
          <Icon name="left" small />
          <span className="link">Back to Gallery</span>
        </Link>
      </nav>
      <div className="artwork">
        <ArtworkPictures
          key={artwork.id}
          artwork={artwork}
          heart={
            visitor ? (
              <Heart artworkId={artwork.id} title={artwork.title} wanted={isWanted(artwork.id)} />
            ) : (
              <SignInHeart title={artwork.title} />
            )
          }
        />
        <div className="buy">
          <p className="meta buy-line">
            {artwork.featured ? <FeaturedMark /> : null}
            {MEDIUM_NAMES[artwork.medium]}
          </p>
          <h1>{artwork.title}</h1>
          {artwork.description ? <p className="muted">{artwork.description}</p> : null}
          <p className="price">
            {toOrder ? <span className="meta font-normal">from </span> : null}
            {formatRupees(artwork.price)}
          </p>
          {toOrder ? (
            <p className="stock">Painted to order in {weeks}</p>
          ) : out ? (
            <p className="stock stock-out">Out of stock</p>
          ) : (
            <p className="stock">
              In stock: {artwork.stockCount} {artwork.stockCount === 1 ? 'piece' : 'pieces'}
              {artwork.stockCount <= FEW ? (
                <b>{artwork.stockCount === 1 ? 'The last one' : 'Only a few left'}</b>
              ) : null}
            </p>
          )}
          {boughtThisMonth > 0 ? <p className="meta">Bought {boughtThisMonth} times this month</p> : null}
          <BuyBar
            price={formatRupees(artwork.price)}
            state={toOrder ? `Painted in ${weeks}` : out ? 'Out of stock' : 'In stock'}
            dock={
              artwork.stale || out ? null : toOrder ? (
                <Customize artwork={summary} look="primary" />
              ) : (
                <Button form="buy" icon="bag" full>
                  Add to Cart
                </Button>
              )
            }
          >
            {buying}
          </BuyBar>
          {mostOf(artwork) > 0 && !toOrder && !artwork.stale ? (
            <p className="meta">
              {artwork.stockCount > mostOf(artwork)
                ? `At most ${mostOf(artwork)} of one piece in an order line.`
                : null}
            </p>
          ) : null}
          <ul className="promises">
            <li>
              <Icon name="truck" />
              <span>
                <b>{shipping}</b>{' '}
                {toOrder
                  ? `Painted in ${weeks}, then ${delivery.from}–${delivery.to} business days to you.`
                  : `Leaves the studio in ${packing.from}–${packing.to} days, reaches you in ${delivery.from}–${delivery.to}.`}
              </span>
            </li>
            <li>
              <Icon name="return" />
              <span>
                {toOrder
                  ? 'Custom work is covered for quality issues'
                  : `${promises.returnWithinDays}-day returns if undamaged`}
              </span>
            </li>
            {out || toOrder ? (
              <li>
                <Icon name="chat" />
                <span>We reply within {replyWithinHours} hours</span>
              </li>
            ) : (
              <li>
                <Icon name="shield" />
                <span>Made by hand in our studio, with a certificate</span>
              </li>
            )}
          </ul>
          <ArtworkFacts
            artwork={artwork}
            facts={facts}
            shipping={shipping}
            returnWithinDays={promises.returnWithinDays}
          />
          <Share title={artwork.title} url={`${brand?.shopUrl ?? ''}/artwork/${artwork.id}`} />
          {artwork.tags.length > 0 ? (
            <nav className="tag-list" aria-label="Tags">
              {artwork.tags.map((tag) => (
                <Link key={tag} to={`/gallery?q=${encodeURIComponent(tag)}`}>
                  {tag}
                </Link>
              ))}
            </nav>
          ) : null}
        </div>
      </div>
      {related.length > 0 ? (
        <section className="page-section print:hidden" aria-labelledby="related">
          <div className="section-head">
            <h2 id="related">You may also like</h2>
          </div>
          <div className="artworks xl:grid-cols-4">
            {related.map((other) => (
              <ArtworkCard key={other.id} artwork={other} wanted={isWanted(other.id)} buyable={false} />
            ))}
          </div>
        </section>
      ) : (
        <div className="pb-16" />
      )}
      {request ? <RequestDialog artwork={summary} {...request} answer={actionData} /> : null}
    </div>
  );
}

/** What buys the piece, and on a phone the same in a bar at the bottom once it has left the screen upwards. */
function BuyBar({
  price,
  state,
  dock,
  children,
}: {
  price: string;
  state: string;
  dock: ReactNode;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    // All that is below the screen counts as seen, so only what has left upwards doesn't, however fast it went.
    const watcher = new IntersectionObserver(([seen]) => setPassed(seen?.isIntersecting === false), {
      rootMargin: '0px 0px 99999px',
    });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <>
      <div ref={place}>{children}</div>
      {dock && passed ? (
        <div className="dock dock-fixed">
          <div>
            <span className="price">{price}</span>
            <span className="meta block">{state}</span>
          </div>
          <div>{dock}</div>
        </div>
      ) : null}
    </>
  );
}

/** Signed out, the heart of the artwork page opens the sign-in, which says 'Please login to add items to wishlist'. */
function SignInHeart({ title }: { title: string }) {
  const { pathname } = useLocation();
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <div className="wrap">
      <EmptyState level={1} title={ARTWORK_NOT_FOUND} action={<ButtonLink to="/gallery">Return to Gallery</ButtonLink>}>
        It may have been sold and taken out of the shop, or the address has a typing mistake in it.
      </EmptyState>
    </div>
  );
}
