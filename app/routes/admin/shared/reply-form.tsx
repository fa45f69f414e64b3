import { useState } from 'react';
import { Form, useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';
import { line } from '#app/platform/text-schemas.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

export const replySchema = z.strictObject({
  intent: z.literal('reply'),
  key: uuidSchema,
  subject: line('Enter a subject', 150),
  text: z.string({ error: 'Enter a message' }).trim().min(1, 'Enter a message').max(8000, 'At most 8000 characters'),
});

export function ReplyForm({
  action,
  to,
  subject,
  formKey,
}: {
  action: string;
  to: string;
  subject: string;
  formKey: string;
}) {
  const key = useKeyUntilSent(formKey);
  const { values, field, summary } = useShopForm({ intent: 'reply', known: { key, subject } });
  return (
    <Form key={key} method="post" action={action} preventScrollReset className="grid gap-3">
      <input type="hidden" name="intent" value="reply" />
      <input type="hidden" name="key" value={values.key} />
      <p className="meta wrap-anywhere">To {to}. Replies come to the shop’s address.</p>
      <Field label="Subject" {...field('subject')} maxLength={150} autoComplete="off" required />
      <TextArea label="Message" {...field('text')} rows={5} maxLength={8000} required />
      {summary.formError ? <Note tone="alert">{summary.formError}</Note> : null}
      <Button look="secondary" size="small" icon="mail" className="justify-self-start">
        Send reply
      </Button>
    </Form>
  );
}

/** Keeps the key until the reply is sent, even if the page revalidates. */
function useKeyUntilSent(formKey: string): string {
  const { key: visit } = useLocation();
  const wasSent = useSearchParams()[0].get('done') === 'replied';
  const [form, setForm] = useState({ key: formKey, visit });
  if (!wasSent || visit === form.visit) return form.key;
  setForm({ key: formKey, visit });
  return formKey;
}
