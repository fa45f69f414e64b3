import { formatRupees } from '#app/basics/money.ts';
import type { TypedReference } from '#app/modules/payments/payments/payment.ts';

const STATES = { unverified: 'we’re checking it', matched: 'received', rejected: 'not found in our bank' } as const;

/** What a customer said they paid, and whether it arrived. Shows nothing while a single reference is simply received. */
export function ReferenceList({
  references,
  isCancelled,
}: {
  references: readonly TypedReference[];
  /** What arrives for a cancelled order goes back. */
  isCancelled: boolean;
}) {
  if (references.every(({ verification }) => verification === 'matched') && references.length < 2) return null;
  const isChecking = references.some(({ verification }) => verification === 'unverified');
  return (
    <div className="meta num">
      <ul aria-label="Payment references">
        {references.map(({ reference, amount, verification }) => (
          <li key={reference}>
            {formatRupees(amount)}, reference {reference}: {STATES[verification]}
          </li>
        ))}
      </ul>
      {isCancelled && isChecking ? <p>If the money arrived, we refund it.</p> : null}
    </div>
  );
}
