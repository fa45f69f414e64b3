import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';

/** The question before something is deleted, as an address: a dialog over its list, with and without JavaScript. */
export function DeleteDialog({
  title,
  button = title,
  backTo,
  action,
  fields,
  children,
}: {
  title: string;
  /** What the button says, where the title names the one thing. */
  button?: string;
  backTo: string;
  action: string;
  /** What is sent along, unseen. */
  fields?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Dialog
      open
      closeTo={backTo}
      title={title}
      foot={
        <>
          <ButtonLink look="secondary" to={backTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Form method="post" action={action} preventScrollReset>
            {fields}
            <Button look="destructive" icon="trash">
              {button}
            </Button>
          </Form>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
