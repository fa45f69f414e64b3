import type { ReactNode } from 'react';
import { Form, type FormProps, useLocation, useSearchParams } from 'react-router';
import { pickListSearch } from './list-search.ts';

/** A form of a sheet: posts to the sheet's own address unless told otherwise, and keeps the list behind it. `intent` tells the forms of one address apart. */
export function SheetForm({
  action,
  intent,
  children,
  ...form
}: Omit<FormProps, 'method' | 'children'> & { intent?: string; children: ReactNode }) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  return (
    <Form method="post" action={`${action ?? pathname}${pickListSearch(search)}`} preventScrollReset {...form}>
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
      {children}
    </Form>
  );
}
