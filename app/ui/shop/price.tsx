import type { Paise } from '#app/basics/money.ts';
import { formatPrice } from '#app/modules/catalogue/artwork.ts';

/** `from` where it is the lowest of several. */
export function Price({ amount, from = false }: { amount: Paise | null; from?: boolean }) {
  return (
    <p className="price">
      {from ? <span className="meta font-normal">from </span> : null}
      {formatPrice(amount)}
    </p>
  );
}
