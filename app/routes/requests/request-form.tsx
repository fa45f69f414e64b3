import type { ReactNode } from 'react';
import { Form, type FormProps } from 'react-router';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

export function RequestForm({
  intent,
  action,
  hasPictures,
  children,
  ...events
}: Pick<FormProps, 'onChange' | 'onSubmit'> & {
  intent: string;
  action: string;
  hasPictures?: boolean;
  children: ReactNode;
}) {
  const { summary } = useShopForm({ intent });
  return (
    <Form
      method="post"
      action={action}
      encType={hasPictures ? 'multipart/form-data' : undefined}
      className="form"
      noValidate
      preventScrollReset
      {...events}
    >
      <input type="hidden" name="intent" value={intent} />
      {summary.formError ? <Note tone="alert">{summary.formError}</Note> : null}
      {children}
    </Form>
  );
}
