import { formatRupees, type Paise } from '#app/basics/money.ts';

export function Price({ amount }: { amount: Paise }) {
  return <p className="price">{formatRupees(amount)}</p>;
}
