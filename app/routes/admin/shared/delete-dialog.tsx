import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import type { IconName } from '#app/ui/kit/icon.tsx';
import { Failed } from './done.tsx';
import { useListSearch } from './list-search.ts';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';

/** The question before something is deleted or lost otherwise, as an address: a dialog over its list, with and without JavaScript. */
export function DeleteDialog({
  title,
  button = title,
  icon = 'trash',
  backTo,
  action,
  fields,
  failureText,
  children,
}: {
  title: string;
  /** Label of the button, where the title names the one thing. */
  button?: string;
  icon?: IconName;
  /** Where Cancel leads and where it is done, both without the list's search. */
  backTo: string;
  action: string;
  /** Hidden fields. */
  fields?: ReactNode;
  failureText?: string;
  children: ReactNode;
}) {
  const fetcher = useFetcher<FormAnswer>();
  const listSearch = useListSearch();
  const back = `${backTo}${listSearch}`;
  return (
    <Dialog
      open
      closeTo={back}
      title={title}
      foot={
        <>
          <ButtonLink look="secondary" to={back} preventScrollReset>
            Cancel
          </ButtonLink>
          <fetcher.Form
            method="post"
            action={`${action}${listSearch}`}
            onSubmit={(event) => {
              event.preventDefault();
              // The button is busy before the second press of a double one can come, which would find nothing left.
              void fetcher.submit(event.currentTarget, { flushSync: true, preventScrollReset: true });
            }}
          >
            {fields}
            {failureText ? <FailureText>{failureText}</FailureText> : null}
            <Button look="destructive" icon={icon} busy={fetcher.state !== 'idle'}>
              {button}
            </Button>
          </fetcher.Form>
        </>
      }
    >
      <Failed answer={fetcher.data} />
      {children}
    </Dialog>
  );
}
