import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { StatementLine } from '#app/modules/payments/bank/bank-line.ts';

export function BankLine({ line, also }: { line: StatementLine; also?: string | undefined }) {
  return (
    <span className="leading-snug wrap-anywhere">
      {line.payer ?? line.description}, <b className="num">{formatRupees(line.amount)}</b>
      <span className="meta num block">
        {[line.reference ?? 'No reference', formatShortDay(`${line.day}T12:00:00+05:30`), also]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}
