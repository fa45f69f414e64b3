import { randomUUID } from 'node:crypto';
import { isRouteErrorResponse, Link, redirect, useLocation, useNavigate, href } from 'react-router';
import { tooManyTries } from '#app/basics/duration.ts';
import { done } from '#app/basics/result.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { earliestFinishOf } from '#app/modules/requests/calendar/calendar.server.ts';
import { ARTWORK_NOT_FOUND, summaryOf, type Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { factsOf } from '#app/modules/catalogue/artworks/artwork-fields.ts';
import { getArtwork, relatedArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { timesBoughtThisMonth } from '#app/modules/catalogue/artworks/purchases.server.ts';
import { shareImageOf } from '#app/modules/catalogue/media/picture.ts';
import { textChannelsOf } from '#app/basics/text-channels.ts';
import { cartMessage } from '#app/modules/orders/cart/messages.ts';
import { backInStockSchema } from '#app/modules/orders/holds/forms.ts';
import { currentGst } from '#app/modules/orders/pricing/pricing.ts';
import { requestBackInStock, withdrawBackInStock } from '#app/modules/orders/holds/holds.server.ts';
import { answerField } from '#app/modules/catalogue/artworks/personalization.ts';
import { orderRequestSchema } from '#app/modules/requests/requests/forms.ts';
import { ORDER_REQUEST_REFUSALS } from '#app/modules/requests/requests/messages.ts';
import { sendOrderRequest } from '#app/modules/requests/requests/requests.server.ts';
import { deliveryInIndia } from '#app/modules/store/shipping/shipping.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { isSignedOut, type Shop } from '#app/platform/shop.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { addForms } from '#app/routes/storefront/cart/add-forms.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { ArtworkPictures } from './artwork-pictures.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { galleryBefore, isFromGallery } from '#app/ui/shop/gallery-before.ts';
import { usePrefetch } from '#app/ui/shop/use-prefetch.ts';
import { YouMayLike } from '#app/ui/shop/you-may-like.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import type { AddAnswer } from '#app/ui/shop/add-to-cart.tsx';
import { ASK, WITHDRAW } from './back-in-stock.tsx';
import { Buy } from './buy.tsx';
import { isMadeOnRequest, toSupply } from '#app/routes/storefront/artwork/supply.ts';
import { RequestDialog, type RequestAnswer } from './request-dialog.tsx';
import { answerDelivery, quoteArtwork } from '#app/routes/storefront/delivery-answer.server.ts';
import { useIsCatalogueDown } from '#app/ui/shop/use-being-bought.ts';
import { useStorefront } from '#app/routes/use-storefront.ts';
import type { Route } from './+types/artwork.ts';
import { ArtworkData } from './artwork-data.tsx';
import { ArtworkHeart } from './heart.tsx';

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [artwork, settings] = await Promise.all([getArtwork(shop, params.id), getSettings(shop)]);
  // An id or a former slug redirects permanently to the current address.
  if (params.id !== artwork.slug && !artwork.stale)
    throw redirect(`${href('/artwork/:id', { id: artwork.slug })}${url.search}`, 301);
  if (artwork.status === 'own-idea') throw redirect(`${href('/custom-order')}?piece=${artwork.id}`, 303);
  const { flatShipping, shippingMode, promises, contact, customWork } = settings;
  const typedPin = url.searchParams.get('pin');
  const [related, boughtThisMonth, request, delivery, earliestFinish] = await Promise.all([
    relatedArtworks(shop, artwork),
    artwork.stale ? 0 : timesBoughtThisMonth(shop, artwork.id),
    url.searchParams.has('request') && mayBeRequested(artwork) ? requestForm(shop, artwork) : undefined,
    typedPin === null ? undefined : answerDelivery(typedPin, quoteArtwork(shop, settings, artwork)),
    artwork.stale || !isMadeOnRequest(artwork) ? undefined : earliestFinishOf(shop, artwork, settings),
  ]);
  return {
    artwork,
    facts: factsOf(artwork),
    gstRate: settings.seller.status === 'regular' ? currentGst(settings, artwork).gst_rate : 0,
    related,
    boughtThisMonth,
    request,
    delivery,
    earliestFinish,
    today: dayInIndia(shop.now),
    flatShipping,
    shippingMode,
    promises,
    customWork,
    deliveryInIndia: deliveryInIndia(settings),
    linkedVariantId: url.searchParams.get('variant') ?? undefined,
    replyWithinHours: contact.replyWithinHours,
    channels: textChannelsOf(shop),
  };
}

const mayBeRequested = (artwork: Artwork) => !artwork.stale && ['out', 'on-request'].includes(toSupply(artwork));

async function requestForm(shop: Shop, artwork: Artwork) {
  if (isSignedOut(shop)) {
    const address = href('/artwork/:id', { id: artwork.slug });
    throw redirect(
      `${address}?${new URLSearchParams({ signin: '1', why: 'request', returnTo: `${address}?request=1` })}`,
      303,
    );
  }
  const { id, name, email, phone } = await getProfile(shop);
  return { formKey: randomUUID(), owner: id, prefilled: { name, email, phone }, today: dayInIndia(shop.now) };
}

const form = formOf<Route.ActionArgs>();

const backInStockForm = (intent: typeof ASK | typeof WITHDRAW) =>
  form({
    schema: (shop) => backInStockSchema(shop.actor.kind === 'guest'),
    run: async (shop, fields, { params }) => {
      const asked = { ...fields, artworkId: (await getArtwork(shop, params.id)).id };
      return intent === ASK ? requestBackInStock(shop, asked) : withdrawBackInStock(shop, asked);
    },
    done: (_nothing, fields) => ({
      ok: true,
      message: intent === ASK ? 'We’ll email you once it’s available.' : 'Undone. We won’t email you about it.',
      typed: { ...fields, intent },
    }),
    refused: { 'too-many': ({ data }) => tooManyTries(data.retryAfterSeconds) },
  });

export const action = formAction({
  ...addForms<Route.ActionArgs>({
    findArtworkId: async (shop, { params }) => (await getArtwork(shop, params.id)).id,
    refused(refusal) {
      if (refusal.reason !== 'unanswered') return { toast: { text: cartMessage(refusal), tone: 'alert' } };
      const errors = Object.entries(refusal.data.errors).map(([id, error]) => [answerField(id), error]);
      return { message: cartMessage(refusal), errors: Object.fromEntries(errors), status: 422 };
    },
    back: (_args, { errors }) => (errors ? undefined : href('/cart')),
  }),
  [ASK]: backInStockForm(ASK),
  [WITHDRAW]: backInStockForm(WITHDRAW),
  '': form({
    schema: orderRequestSchema,
    async run(shop, { terms: _accepted, ...asked }, { params }) {
      const { id } = await getArtwork(shop, params.id);
      const { contact } = await getSettings(shop);
      const sent = await sendOrderRequest(shop, { ...asked, artworkId: id });
      return sent.ok ? done({ number: sent.value.number, replyWithinHours: contact.replyWithinHours }) : sent;
    },
    done: (sent) => ({ ok: true, ...sent }),
    refused: {
      ...ORDER_REQUEST_REFUSALS,
      'not-signed-in': { formError: ORDER_REQUEST_REFUSALS['not-signed-in'], status: 401 },
      'needed-in-the-past': { errors: { neededBy: ORDER_REQUEST_REFUSALS['needed-in-the-past'] }, status: 400 },
    },
  }),
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData)
    return pageMeta(matches, {
      title: ARTWORK_NOT_FOUND,
      description: 'This artwork is not in the shop.',
      path: href('/gallery'),
      hidden: true,
    });
  const { artwork } = loaderData;
  return pageMeta(matches, {
    title: artwork.metaTitle || artwork.title,
    description: artwork.metaDescription || artwork.description || artwork.title,
    path: href('/artwork/:id', { id: artwork.slug }),
    image: shareImageOf(summaryOf(artwork).picture),
    type: 'product',
    hidden: artwork.status !== 'published',
  });
};

export default function ArtworkPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData as AddAnswer | RequestAnswer | FormAnswer | undefined;
  const { related, request, deliveryInIndia, ...terms } = loaderData;
  const isAway = useIsCatalogueDown();
  const artwork: Artwork = isAway ? { ...loaderData.artwork, stale: true } : loaderData.artwork;
  const { brand, visitor, owner, isWanted } = useStorefront();
  const { shopName = '', shopUrl = '' } = brand ?? {};
  return (
    <div className="wrap">
      <ArtworkData
        artwork={artwork}
        terms={{ shopName, shopUrl, delivery: deliveryInIndia, promises: terms.promises }}
      />
      <nav className="crumbs" aria-label="Breadcrumb">
        <BackToGallery />
      </nav>
      <div className="artwork">
        <ArtworkPictures
          key={artwork.id}
          artwork={artwork}
          heart={<ArtworkHeart artwork={artwork} wanted={isWanted(artwork.id)} isSignedIn={visitor !== undefined} />}
        />
        <Buy
          {...terms}
          key={artwork.id}
          artwork={artwork}
          answer={isOf(answer, 'add', 'buy') ? (answer as AddAnswer) : undefined}
          backInStockAnswer={isOf(answer, ASK, WITHDRAW) ? answer : undefined}
          isSignedIn={visitor !== undefined}
          owner={owner}
          url={`${shopUrl}${href('/artwork/:id', { id: artwork.slug })}`}
        />
      </div>
      {related.length === 0 ? <div className="pb-16" /> : null}
      <YouMayLike title="You may also like" artworks={related} isWanted={isWanted} />
      {request ? (
        <RequestDialog
          key={artwork.id}
          artwork={summaryOf(artwork)}
          {...request}
          answer={isOf(answer, 'add', 'buy', ASK, WITHDRAW) ? undefined : (answer as RequestAnswer | undefined)}
          earliestFinish={loaderData.earliestFinish}
        />
      ) : null}
    </div>
  );
}

const isOf = (answer: RequestAnswer | FormAnswer | undefined, ...intents: string[]): answer is FormAnswer =>
  answer !== undefined && 'typed' in answer && intents.includes(answer.typed?.['intent'] ?? '');

/**
 * Uses the browser's Back, which restores the position in the gallery, if the visitor came directly from the gallery.
 */
function BackToGallery() {
  const { state } = useLocation();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const prefetch = usePrefetch();
  return (
    <Link
      to={hydrated ? galleryBefore() : href('/gallery')}
      prefetch={isFromGallery(state) && prefetch !== 'none' ? 'render' : 'none'}
      onClick={(event) => {
        if (!isFromGallery(state) || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <Icon name="left" small />
      <span className="link">Back to Gallery</span>
    </Link>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        title={ARTWORK_NOT_FOUND}
        action={<ButtonLink to={href('/gallery')}>Return to Gallery</ButtonLink>}
      >
        It may have been sold, or the link may be wrong.
      </EmptyState>
    </div>
  );
}
