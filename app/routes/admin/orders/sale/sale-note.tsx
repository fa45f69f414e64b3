import { useSearchParams, href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { UndoNote } from '#app/routes/admin/shared/undo-note.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/sale.ts';

const PAID = { cash: 'in cash', upi: 'by UPI', bank: 'by bank transfer' } as const;

export function SaleNote({ sold }: { sold: Route.ComponentProps['loaderData']['sold'] }) {
  const [search] = useSearchParams();
  // The QR dialog shows this refusal instead.
  if (search.get('refused') === 'total-changed' && search.get('pay') === 'upi') return null;
  if (search.get('refused') === 'total-changed')
    return <Note tone="alert">A price has changed. Check the new total and take the payment again.</Note>;
  if (search.get('refused') === 'too-late')
    return <Note tone="alert">A sale can be undone for one minute only. Cancel the order instead.</Note>;
  if (search.has('undone')) return <Note tone="done">Sale undone. The pieces are back in stock.</Note>;
  if (!sold || sold.isUndone) return null;
  const message = `Sold for ${formatRupees(sold.total)} ${PAID[sold.method]}: ${sold.orderNumber}.`;
  if (!sold.mayUndo) return <Note tone="done">{message}</Note>;
  return (
    <UndoNote action={href('/admin/sale')}>
      {message}
      <input type="hidden" name="intent" value="undo" />
      <input type="hidden" name="id" value={sold.id} />
    </UndoNote>
  );
}
