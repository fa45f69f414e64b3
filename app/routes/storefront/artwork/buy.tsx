import { type ComponentProps } from 'react';
import { Link, useFetcher, href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { formatRupees, NOTHING } from '#app/basics/money.ts';
import { taxAmount } from '#app/modules/orders/pricing/gst.ts';
import { startingPrices } from '#app/modules/requests/requests/custom-order.ts';
import { finishedAsBusy } from '#app/modules/requests/calendar/messages.ts';
import { type Artwork, formatPrice, maxQuantityOf, summaryOf } from '#app/modules/catalogue/artworks/artwork.ts';
import { MEDIUM_NAMES } from '#app/modules/catalogue/artworks/medium.ts';
import { NO_LONGER_MADE } from '#app/modules/catalogue/artworks/artwork-status.ts';
import type { Variant } from '#app/modules/catalogue/artworks/variant.ts';
import { type TextChannels } from '#app/basics/text-channels.ts';
import type { DeliveryAnswer } from '#app/modules/store/shipping/delivery.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { QuantityPicker } from '#app/ui/kit/quantity.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';
import { type AddAnswer, AddToCart, addToCartKey } from '#app/ui/shop/add-to-cart.tsx';
import { AskOnWhatsApp } from '#app/routes/storefront/ask-on-whatsapp.tsx';
import { BuyerLink } from '#app/ui/shop/buyer-link.tsx';
import { FeaturedMark } from '#app/ui/shop/artwork-card.tsx';
import { DeliveryCheck } from '#app/ui/shop/delivery-check.tsx';
import { Customize, CustomizeVariant } from '#app/ui/shop/customize.tsx';
import { PersonalizationFields } from '#app/ui/shop/personalization.tsx';
import { Share } from '#app/ui/shop/share.tsx';
import { type Buyer, useBuyer } from '#app/ui/shop/use-being-bought.ts';
import { useTypedAnswers } from '#app/ui/shop/use-typed-answers.ts';
import { BackInStock, HeldForYou } from './back-in-stock.tsx';
import { ArtworkFacts } from './artwork-facts.tsx';
import { useVariant, VariantChoice } from './variant-choice.tsx';
import { FEW, toSupply, isMadeOnRequest } from './supply.ts';
import { FORM, BuyBar } from './buy-bar.tsx';
import { shippingNote, Promises } from './promises.tsx';

export type Terms = Pick<Settings, 'promises' | 'flatShipping' | 'shippingMode' | 'customWork'>;

export function Buy({
  artwork,
  facts,
  gstRate,
  boughtThisMonth,
  replyWithinHours,
  delivery,
  earliestFinish,
  linkedVariantId,
  today,
  isSignedIn,
  owner,
  url,
  channels,
  answer,
  backInStockAnswer,
  ...terms
}: Terms & {
  answer: AddAnswer | undefined;
  backInStockAnswer: FormAnswer | undefined;
  channels: TextChannels;
  artwork: Artwork;
  facts: ComponentProps<typeof ArtworkFacts>['facts'];
  gstRate: number;
  boughtThisMonth: number;
  replyWithinHours: number;
  delivery: DeliveryAnswer | undefined;
  earliestFinish: string | undefined;
  linkedVariantId: string | undefined;
  today: string;
  isSignedIn: boolean;
  /** The account's id, or '' for a guest; undefined until known. */
  owner: string | undefined;
  url: string;
}) {
  const supply = toSupply(artwork);
  const asks = supply === 'in-stock' && !artwork.stale ? artwork.personalizationFields : [];
  const fetched = useFetcher<AddAnswer>({ key: addToCartKey(artwork.id) }).data;
  const { field, summary, values } = useShopForm({ answer: fetched ?? answer ?? {} });
  useTypedAnswers(FORM, { artworkId: artwork.id, owner, isSent: fetched?.ok === true });
  const [variant, chooseVariant] = useVariant(artwork, values['variantId'] ?? linkedVariantId);
  const price = variant?.price ?? artwork.price;
  const gst = price === null ? NOTHING : taxAmount(price, gstRate).tax;
  const isArchived = supply === 'archived';
  const anyBuyer = useBuyer(artwork.id);
  const buyer = supply === 'in-stock' || supply === 'out' ? anyBuyer : undefined;
  const weeks = formatSpan(terms.promises.customWorkWeeks, 'week');
  const shipping = shippingNote(price, terms);
  const startsFrom = startingPrices(terms.customWork);
  const making = supply === 'to-order' ? 'painted' : isMadeOnRequest(artwork) && !buyer ? 'made' : undefined;
  return (
    <div className="buy">
      <p className="meta buy-line">
        {artwork.featured ? <FeaturedMark /> : null}
        {MEDIUM_NAMES[artwork.medium]}
      </p>
      <h1>{artwork.title}</h1>
      {artwork.status === 'draft' ? <Note>Draft. Only admins can see this.</Note> : null}
      {isArchived ? null : (
        <p className="price">
          {supply === 'to-order' && artwork.price !== null ? <span className="meta font-normal">from </span> : null}
          <span translate={price === null ? undefined : 'no'}>{formatPrice(price)}</span>
          {gst > 0 ? <span className="meta font-normal"> incl. GST</span> : null}
        </p>
      )}
      {artwork.hasVariants && !isArchived && !artwork.stale ? (
        <VariantChoice
          name={supply === 'to-order' ? 'variant' : 'variantId'}
          artwork={artwork}
          form={FORM}
          chosen={variant}
          onChoose={chooseVariant}
        />
      ) : null}
      {asks.length > 0 ? (
        <>
          <ErrorSummary {...summary} />
          <PersonalizationFields fields={asks} field={field} form={FORM} />
        </>
      ) : null}
      {buyer === 'others' ? null : buyer ? (
        <HeldForYou buyer={buyer} />
      ) : (
        <Stock artwork={artwork} count={variant?.stockCount ?? artwork.stockCount} weeks={weeks} />
      )}
      <BackInStock {...{ artwork, buyer, isSignedIn }} answer={backInStockAnswer} />
      {supply === 'to-order' && startsFrom ? <p className="meta">{startsFrom}</p> : null}
      {supply === 'to-order' && earliestFinish ? (
        <p className="meta">{finishedAsBusy(earliestFinish, { today, weeks: terms.promises.customWorkWeeks })}</p>
      ) : null}
      {boughtThisMonth > 0 ? <p className="meta">Bought {boughtThisMonth} times this month</p> : null}
      <BuyBar artwork={artwork} price={price} weeks={weeks} buyer={buyer}>
        <BuyButton buyer={buyer} artwork={artwork} variant={variant} quantity={Number(values['quantity']) || 1} />
      </BuyBar>
      {supply === 'in-stock' && !artwork.stale ? (
        <p className="meta">
          {(variant ?? artwork).stockCount > maxQuantityOf(variant ?? artwork)
            ? `Need more than ${maxQuantityOf(variant ?? artwork)}? Change the quantity in your cart.`
            : null}
        </p>
      ) : null}
      {artwork.description ? <p className="muted wrap-anywhere whitespace-pre-line">{artwork.description}</p> : null}
      {artwork.stale || isArchived || artwork.price === null ? null : (
        <DeliveryCheck
          key={artwork.id}
          artworkIds={[artwork.id]}
          initialAnswer={delivery}
          shouldFillIn
          isSignedIn={isSignedIn}
        />
      )}
      {isArchived ? null : (
        <Promises
          isPersonalized={asks.length > 0}
          {...{ supply, making, weeks, shipping, replyWithinHours, channels }}
          promises={terms.promises}
          isByZone={terms.shippingMode === 'zones'}
        />
      )}
      <ArtworkFacts
        facts={gst > 0 ? [...facts, { name: 'GST', text: `${gstRate}%, ${formatRupees(gst)} in the price` }] : facts}
        artwork={variant && isMeasured(variant) ? { ...artwork, dimensions: variant.dimensions } : artwork}
        promises={terms.promises}
      />
      <div className="flex flex-wrap gap-x-6">
        <AskOnWhatsApp about={`${artwork.title} ${url}`} />
        <Share title={artwork.title} url={url} />
      </div>
      {artwork.tags.length > 0 ? (
        <nav className="tag-list" aria-label="Tags">
          {artwork.tags.map((tag) => (
            <Link key={tag} to={`${href('/gallery')}?q=${encodeURIComponent(tag)}`}>
              {tag}
            </Link>
          ))}
        </nav>
      ) : null}
    </div>
  );
}

const isMeasured = ({ dimensions: { width, height } }: Variant): boolean => width > 0 || height > 0;

export function Stock({ artwork, count, weeks }: { artwork: Artwork; count: number; weeks: string }) {
  const supply = toSupply(artwork);
  if (supply === 'to-order') return <p className="stock">Painted to order in {weeks}</p>;
  if (supply === 'archived') return <p className="stock stock-out">{NO_LONGER_MADE}</p>;
  if (supply === 'out' || (supply === 'in-stock' && count === 0))
    return <p className="stock stock-out">Out of stock</p>;
  if (supply === 'on-request') return <p className="stock">Ask us for the price</p>;
  return (
    <p className="stock">{count <= FEW ? <b>{`Only ${count} left`}</b> : <span>{`In stock: ${count} pieces`}</span>}</p>
  );
}

function BuyButton({
  buyer,
  artwork,
  variant,
  quantity,
}: {
  buyer: Buyer | undefined;
  artwork: Artwork;
  variant: Variant | undefined;
  quantity: number;
}) {
  const supply = toSupply(artwork);
  if (artwork.stale)
    return <Note>We can’t reach our catalogue, so these details may be out of date. Buying is paused for now.</Note>;
  if (supply === 'archived')
    return (
      <ButtonLink look="secondary" full to={href('/gallery')}>
        Browse Gallery
      </ButtonLink>
    );
  if (supply === 'to-order' && artwork.hasVariants) return <CustomizeVariant artwork={summaryOf(artwork)} id={FORM} />;
  if (supply === 'to-order') return <Customize artwork={summaryOf(artwork)} look="primary" />;
  if (buyer === 'held' || buyer === 'ordered') return <BuyerLink artwork={artwork} buyer={buyer} look="primary" />;
  if (supply === 'out' || supply === 'on-request')
    return (
      <ButtonLink look="primary" full to="?request=1" rel="nofollow" preventScrollReset>
        Request this piece
      </ButtonLink>
    );
  return (
    <AddToCart
      id={FORM}
      artworkId={artwork.id}
      title={artwork.title}
      action={artwork.personalizationFields.length > 0 ? href('/artwork/:id', { id: artwork.slug }) : undefined}
      className="buy-row"
      button={{ look: 'primary', icon: 'bag' }}
      offersCheckout
    >
      <QuantityPicker key={artwork.id} most={maxQuantityOf(variant ?? artwork)} begins={quantity} />
    </AddToCart>
  );
}
