import type { Paise } from '#app/basics/money.ts';
import { formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';

/** React cannot update text that a browser has translated, so prices have `translate="no"`. */
export function Price({ amount, from = false }: { amount: Paise | null; from?: boolean }) {
  return (
    <p className="price">
      {from ? <span className="meta font-normal">from </span> : null}
      <span translate={amount === null ? undefined : 'no'}>{formatPrice(amount)}</span>
    </p>
  );
}
