import { formatRupees, type Paise } from '#app/basics/money.ts';

/** A price in rupees; with `was` the old one stands struck beside it, with the word for screen readers. */
export function Price({ amount, was, className = '' }: { amount: Paise; was?: Paise; className?: string }) {
  return (
    <p className={`price ${className}`}>
      {was !== undefined && was !== amount ? <span className="sr-only">now </span> : null}
      {formatRupees(amount)}
      {was !== undefined && was !== amount ? (
        <>
          {' '}
          <s>
            <span className="sr-only">was </span>
            {formatRupees(was)}
          </s>
        </>
      ) : null}
    </p>
  );
}
