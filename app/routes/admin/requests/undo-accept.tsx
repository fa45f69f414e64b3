import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { ACCEPT_UNDO_SECONDS } from '#app/modules/requests/requests/request.ts';
import { SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useExpired } from './use-expired.ts';

export function UndoAccept({ page, now }: { page: RequestPage; now: Date }) {
  const { undoUntil } = page;
  const isExpired = useExpired(undoUntil, now);
  if (undoUntil === null || isExpired) return null;
  return (
    <div data-keep-clear className="above-bar mx-auto max-w-104 shadow-lg">
      <Note tone="done">
        <SheetForm intent="undo-accept" className="flex flex-wrap items-center justify-between gap-3">
          We email the customer in {ACCEPT_UNDO_SECONDS / 60} minute. <Button look="quiet">Undo</Button>
        </SheetForm>
      </Note>
    </div>
  );
}
