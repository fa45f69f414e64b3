import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Paise } from '#app/basics/money.ts';
import { type Artwork, formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { type AddAnswer, addToCartKey, useAddButton } from '#app/ui/shop/add-to-cart.tsx';
import { BUYER_LABELS } from '#app/ui/shop/buyer-link.tsx';
import type { Buyer } from '#app/ui/shop/use-being-bought.ts';
import { toSupply } from './supply.ts';

export const FORM = 'buy';

export function BuyBar({
  artwork,
  price,
  weeks,
  buyer,
  children,
}: {
  artwork: Artwork;
  price: Paise | null;
  weeks: string;
  buyer: Buyer | undefined;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watcher = new IntersectionObserver((seen) => setIsAway(seen.at(-1)?.isIntersecting === false));
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  const supply = toSupply(artwork);
  const { label, ...shown } = useAddButton(useFetcher<AddAnswer>({ key: addToCartKey(artwork.id) }));
  return (
    <>
      <div ref={place}>{children}</div>
      {isAway && !artwork.stale && supply !== 'archived' ? (
        <div className="dock dock-fixed">
          <div>
            <span className="price">
              {supply === 'to-order' && artwork.price !== null ? <span className="meta font-normal">from </span> : null}
              <span translate={price === null ? undefined : 'no'}>{formatPrice(price)}</span>
            </span>
            <span className="meta block">
              {buyer
                ? BUYER_LABELS[buyer]
                : {
                    'to-order': `Painted in ${weeks}`,
                    'on-request': 'Ask for a price',
                    out: 'Out of stock',
                    'in-stock': 'In stock',
                  }[supply]}
            </span>
          </div>
          <div>
            {supply === 'in-stock' && (!buyer || buyer === 'others') ? (
              <Button form={FORM} icon="bag" full {...shown} name="intent" value="add">
                {label}
              </Button>
            ) : supply === 'to-order' && artwork.hasVariants ? (
              <Button form={FORM} full>
                Customize &amp; Order
              </Button>
            ) : (
              children
            )}
          </div>
        </div>
      ) : null}
    </>
  );
}
