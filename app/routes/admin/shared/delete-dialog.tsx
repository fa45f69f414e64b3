import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import type { IconName } from '#app/ui/kit/icon.tsx';
import { Failed } from './done.tsx';
import { useListSearch } from './list-search.ts';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';

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
  button?: string;
  icon?: IconName;
  backTo: string;
  action: string;
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
              // Disables the button before a double click, because the second request would fail.
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
