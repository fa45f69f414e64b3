import { href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button } from '#app/ui/kit/button.tsx';

export function PayoutState({
  line,
  net,
}: {
  line: { matchId: string; day: string; amount: Paise } | undefined;
  net: Paise;
}) {
  if (!line) return <span className="meta justify-self-end">Not found in a bank statement yet</span>;
  const day = formatShortDay(`${line.day}T12:00:00+05:30`);
  return (
    <ActionForm
      action={href('/admin/payments')}
      intent="undo"
      className="flex flex-wrap items-center justify-self-end gap-3"
    >
      <Badge tone={line.amount === net ? 'pine' : 'haldi'}>
        In the bank, {day}
        {line.amount === net ? '' : `: ${formatRupees(line.amount)}`}
      </Badge>
      <input type="hidden" name="batch" value={line.matchId} />
      <Button look="quiet" aria-label={`Undo the match of ${day}`}>
        Undo
      </Button>
    </ActionForm>
  );
}
