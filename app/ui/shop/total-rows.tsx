import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { TotalRow } from '#app/modules/orders/pricing/total-rows.ts';
import { cn } from '#app/ui/kit/class-names.ts';

export function TotalRows({ rows, was, isLive }: { rows: TotalRow[]; was?: Paise; isLive?: boolean }) {
  return rows.map(({ label, amount, kind }) => (
    <p
      key={label}
      className={cn(
        'sum-line',
        kind === 'saving' && 'sum-saving',
        kind === 'total' && 'sum-total',
        kind === 'part' && 'meta',
      )}
      aria-live={kind === 'total' && isLive ? 'polite' : undefined}
    >
      <span>{label}</span>
      <span translate="no">
        {kind === 'total' && was !== undefined ? (
          <>
            <span className="sr-only">was </span>
            <s className="sum-was">{formatRupees(was)}</s>
          </>
        ) : null}
        {amount}
      </span>
    </p>
  ));
}
