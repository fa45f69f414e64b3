import type { Paise } from '#app/basics/money.ts';
import { formatPrice } from '#app/modules/catalogue/artwork.ts';

export function Price({ amount }: { amount: Paise | null }) {
  return <p className="price">{formatPrice(amount)}</p>;
}
