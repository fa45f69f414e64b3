import { formatRupees } from '#app/basics/money.ts';
import type { TypedReference } from '#app/modules/payments/payments/payment.ts';

const STATES = { unverified: 'we’re checking it', matched: 'received', rejected: 'not found in our bank' } as const;

export function ReferenceList({
  references,
  isCancelled,
}: {
  references: readonly TypedReference[];
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
      {isCancelled && isChecking ? <p>If we find the payment, we’ll refund it.</p> : null}
    </div>
  );
}
