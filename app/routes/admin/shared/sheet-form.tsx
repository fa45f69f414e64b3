import type { ReactNode } from 'react';
import { type FormProps, Form, useFetcher, useLocation, useSearchParams } from 'react-router';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { pickListSearch } from './list-search.ts';
import { useFetcherAnswer } from '#app/ui/kit/use-fetcher-answer.ts';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';

type SheetFormProps = Omit<FormProps, 'method' | 'children' | 'ref'> & { children: ReactNode };

export function SheetForm({ intent, children, ...form }: SheetFormProps & { intent: string }) {
  const { pathname } = useLocation();
  const { summary } = useShopForm({ intent });
  return (
    <Form method="post" action={useListAddress(pathname)} preventScrollReset {...form}>
      <input type="hidden" name="intent" value={intent} />
      {summary.formError ? <Note tone="alert">{summary.formError}</Note> : null}
      {children}
    </Form>
  );
}

export function ActionForm({
  action,
  intent,
  onFailed,
  once = false,
  onSubmit,
  children,
  ...form
}: SheetFormProps & { action: string; intent?: string; onFailed?: () => void; once?: boolean }) {
  const fetcher = useFetcher<FormAnswer>();
  useFetcherAnswer(fetcher, ({ formError }) => {
    if (formError) onFailed?.();
  });
  return (
    <fetcher.Form
      method="post"
      action={useListAddress(action)}
      preventScrollReset
      {...form}
      onSubmit={(event) => {
        if (once && fetcher.state !== 'idle') event.preventDefault();
        else onSubmit?.(event);
      }}
    >
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      {fetcher.data?.formError ? (
        <Note tone="alert" className="col-span-full w-full">
          {fetcher.data.formError}
        </Note>
      ) : null}
      {children}
    </fetcher.Form>
  );
}

function useListAddress(path: string): string {
  const [search] = useSearchParams();
  return `${path}${pickListSearch(search)}`;
}
