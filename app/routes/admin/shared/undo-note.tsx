import type { ReactNode } from 'react';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { ActionForm } from './sheet-form.tsx';

export function UndoNote({
  action,
  intent,
  undo,
  children,
}: {
  action: string;
  intent?: string;
  undo?: { name: string; value: string };
  children: ReactNode;
}) {
  return (
    <Note tone="done">
      <ActionForm
        action={action}
        intent={intent}
        className="-my-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3"
      >
        {children}{' '}
        <Button look="quiet" {...undo}>
          Undo
        </Button>
      </ActionForm>
    </Note>
  );
}
