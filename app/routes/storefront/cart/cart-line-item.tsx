import { useEffect, useEffectEvent } from 'react';
import { Link, useFetcher, href } from 'react-router';
import { formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';
import type { CartLine } from '#app/modules/orders/cart/cart.ts';
import { cartErrors, onlyInStock } from '#app/modules/orders/cart/messages.ts';
import { formatSize } from '#app/modules/catalogue/artworks/dimensions.ts';
import { FAILURE_TOAST } from '#app/basics/failure-text.ts';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { QuantityStepper } from '#app/ui/kit/quantity.tsx';
import { Personalization } from '#app/ui/shop/personalization.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { useBuyer } from '#app/ui/shop/use-being-bought.ts';
import { Price } from '#app/ui/shop/price.tsx';

export type Removed = Pick<CartLine, 'artworkId' | 'variantId' | 'quantity' | 'answers'>;

export function CartLineItem({ line, onRemoved }: { line: CartLine; onRemoved: (was: Removed) => void }) {
  const fetcher = useFetcher<{ ok: boolean; removed?: Removed }>({
    key: `cart-line-${line.id}`,
  });
  const removed = fetcher.data?.removed;
  const notify = useEffectEvent(onRemoved);
  useEffect(() => {
    if (removed) notify(removed);
  }, [removed]);

  const { artwork } = line;
  const buyer = useBuyer(line.artworkId);
  const name = artwork?.title ?? 'This piece';
  const address = href('/artwork/:id', { id: artwork?.slug ?? line.artworkId });
  const post = {
    method: 'post',
    action: href('/cart'),
    preventScrollReset: true,
  } as const;
  const shownQuantity = pendingQuantity(fetcher.formData, line.quantity);
  return (
    <li className="cart-line" data-busy={fetcher.state !== 'idle'} hidden={shownQuantity === 0}>
      {artwork ? (
        <Link to={address} tabIndex={-1} aria-hidden="true">
          <Picture picture={artwork.picture} sizes="(min-width: 64rem) 128px, 88px" alt="" title={artwork.title} />
        </Link>
      ) : (
        <Picture picture={undefined} sizes="88px" />
      )}
      <div className="cart-line-body">
        <h2>
          {artwork ? (
            <Link id={`line-${line.id}`} to={address}>
              {artwork.title}
            </Link>
          ) : (
            <span id={`line-${line.id}`} tabIndex={-1}>
              {name}
            </span>
          )}
        </h2>
        {line.lineTotal === undefined ? <span /> : <Price amount={line.lineTotal} />}
        {artwork ? (
          <p className="meta num">
            {[artwork.style || artwork.category, formatSize(artwork.dimensions)].filter(Boolean).join(', ')}
            {line.quantity > 1 && line.available ? (
              <>
                <br />
                <span translate="no">{formatPrice(artwork.price)} each</span>
              </>
            ) : null}
          </p>
        ) : null}
        <Answered line={line} name={name} />
        <p className={`meta mt-1 ${line.available ? 'text-pine' : 'text-alert'}`}>
          {!line.available
            ? buyer === 'others'
              ? 'Someone else is buying this'
              : buyer === 'ordered'
                ? 'Held for your unpaid order'
                : artwork?.hasVariants
                  ? line.variantId
                    ? 'This variant is no longer available. Choose another on its page'
                    : 'Choose a variant on its page'
                  : 'No longer available'
            : line.quantity >= line.most
              ? onlyInStock(line.most)
              : `In stock: ${line.most} pieces`}
        </p>
        <div className="cart-line-controls">
          {line.available ? (
            <fetcher.Form {...post}>
              <NewQuantity lineId={line.id} />
              <FailureText toast>{cartErrors.update}</FailureText>
              <QuantityStepper
                quantity={Math.min(Math.max(shownQuantity, 1), line.most)}
                most={line.most}
                of={name}
                onStep={(quantity) =>
                  void fetcher.submit(
                    { intent: 'quantity', lineId: line.id, quantity, [FAILURE_TOAST]: cartErrors.update },
                    post,
                  )
                }
              />
            </fetcher.Form>
          ) : null}
          <fetcher.Form {...post}>
            <NewQuantity lineId={line.id} />
            <FailureText toast>{cartErrors.remove}</FailureText>
            <Button look="quiet" name="quantity" value="0">
              Remove<span className="sr-only"> {name}</span>
            </Button>
          </fetcher.Form>
        </div>
      </div>
    </li>
  );
}

const NewQuantity = ({ lineId }: { lineId: string }) => (
  <>
    <input type="hidden" name="intent" value="quantity" />
    <input type="hidden" name="lineId" value={lineId} />
  </>
);

function Answered({ line, name }: { line: CartLine; name: string }) {
  const { artwork, personalization, unanswered } = line;
  if (!artwork || artwork.personalizationFields.length === 0) return null;
  return (
    <div className="mt-1">
      <Personalization answers={personalization} />
      {personalization.length > 0 && line.quantity > 1 ? (
        <span className="meta block">{`Same for all ${line.quantity}.`}</span>
      ) : null}
      {unanswered.length > 0 ? (
        <span className="meta block text-alert">Still needed: {unanswered.join(', ')}</span>
      ) : null}
      <Link
        className="link inline-flex min-h-11 items-center"
        to={href('/cart/lines/:lineId/personalization', { lineId: line.id })}
      >
        {unanswered.length > 0 ? 'Answer' : personalization.length > 0 ? 'Change' : 'Personalize'}
        <span className="sr-only">: {name}</span>
      </Link>
    </div>
  );
}

function pendingQuantity(sent: FormData | undefined, quantity: number): number {
  if (!sent) return quantity;
  return sent.has('step') ? quantity + Number(sent.get('step')) : Number(sent.get('quantity'));
}
