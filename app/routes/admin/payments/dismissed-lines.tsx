import { href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import type { StatementLine } from '#app/modules/payments/bank/bank-line.ts';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { BankLine } from './bank-line.tsx';

const SHOWN = 25;

export function DismissedLines({
  lines,
  isPasted,
}: {
  lines: readonly StatementLine[];
  isPasted: (line: StatementLine) => boolean;
}) {
  if (lines.length === 0) return null;
  const shown = lines.filter((line, at) => at < SHOWN || isPasted(line));
  return (
    <section className="panel" aria-labelledby="put-aside">
      <div className="panel-head">
        <h2 id="put-aside">Dismissed</h2>
        {lines.length > shown.length ? <span className="meta num">The last {shown.length} are shown</span> : null}
      </div>
      <ul>
        {shown.map((line) => (
          <li key={line.fingerprint} className="border-line border-t px-panel py-2.5">
            <TakeBack line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TakeBack({ line }: { line: StatementLine }) {
  return (
    <ActionForm
      action={href('/admin/payments')}
      intent="dismiss"
      className="grid grid-cols-rest-auto items-center gap-x-3 gap-y-1"
    >
      <input type="hidden" name="fingerprint" value={line.fingerprint} />
      <BankLine line={line} />
      <Button
        look="quiet"
        name="undo"
        value="yes"
        className="min-h-11"
        aria-label={`Undo: ${formatRupees(line.amount)}, ${line.payer ?? line.description}`}
      >
        Undo
      </Button>
    </ActionForm>
  );
}
