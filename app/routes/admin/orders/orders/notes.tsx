import { href, useSearchParams } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import type { findOrderNotes } from '#app/modules/orders/orders/orders.server.ts';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { Counted } from '#app/routes/admin/shared/part.tsx';
import { ActionForm, SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

export function OrderNotes({
  orderId,
  notes,
  formKey,
}: {
  orderId: string;
  notes: Awaited<ReturnType<typeof findOrderNotes>>;
  formKey: string;
}) {
  const [search] = useSearchParams();
  const { field, isAgain } = useShopForm({ intent: 'note', ids: { body: 'note-body' } });
  return (
    <Accordion
      title={<Counted title="Notes" count={notes.length} />}
      open={isAgain || notes.length > 0 || search.get('done') === 'note-deleted'}
    >
      <Done messages={{ note: 'Note added.', 'note-deleted': 'Note deleted.' }} />
      {notes.length > 0 ? (
        <ul className="grid gap-2.5">
          {notes.map((note) => (
            <li key={note.id} className="grid grid-cols-rest-auto items-start gap-2 leading-snug">
              <span className="whitespace-pre-wrap wrap-anywhere">
                {note.body}
                <span className="meta num block">
                  {formatMoment(note.createdAt)}, {note.writtenBy ?? 'the shop'}
                </span>
              </span>
              <ActionForm action={href('/admin/orders/:id', { id: orderId })}>
                <input type="hidden" name="intent" value="delete-note" />
                <input type="hidden" name="noteId" value={note.id} />
                <Button look="quiet" className="min-h-11" aria-label={`Delete the note “${note.body.slice(0, 40)}”`}>
                  Delete
                </Button>
              </ActionForm>
            </li>
          ))}
        </ul>
      ) : null}
      <SheetForm key={notes.length} intent="note" className="grid gap-3">
        <input type="hidden" name="key" value={formKey} />
        <TextArea
          label="New note"
          {...field('body')}
          hint="Only the studio reads it."
          rows={2}
          maxLength={2000}
          required
          className="field-low"
        />
        <Button look="card" size="small" className="justify-self-start">
          Add note
        </Button>
      </SheetForm>
    </Accordion>
  );
}
