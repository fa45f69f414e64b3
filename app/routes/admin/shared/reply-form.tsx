import { Form } from 'react-router';
import { z } from 'zod';
import { line } from '#app/basics/address.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import type { FormTrouble } from '#app/platform/forms.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, TextArea } from '#app/ui/kit/field.tsx';

/** What the owner writes to one person. */
export const replySchema = z.strictObject({
  form: z.literal('reply'),
  key: uuidSchema,
  subject: line('Write a subject', 150),
  text: z
    .string({ error: 'Write the message' })
    .trim()
    .min(1, 'Write the message')
    .max(8000, 'At most 8000 characters'),
});

/** A mail to who wrote; their answer comes to the shop's own address. */
export function ReplyForm({
  action,
  to,
  subject,
  formKey,
  trouble,
}: {
  action: string;
  to: string;
  subject: string;
  formKey: string;
  trouble?: FormTrouble & { form: string };
}) {
  const own = trouble?.form === 'reply' ? trouble : undefined;
  return (
    <Form key={formKey} method="post" action={action} preventScrollReset className="grid gap-3">
      <input type="hidden" name="form" value="reply" />
      <input type="hidden" name="key" value={own?.typed.key ?? formKey} />
      <p className="meta [overflow-wrap:anywhere]">To {to}. The answer comes to the shop’s address.</p>
      <Field
        label="Subject"
        name="subject"
        maxLength={150}
        autoComplete="off"
        defaultValue={own?.typed.subject ?? subject}
        error={own?.errors?.subject}
        required
      />
      <TextArea
        label="Message"
        name="text"
        rows={5}
        maxLength={8000}
        defaultValue={own?.typed.text}
        error={own?.errors?.text}
        required
      />
      <Button look="secondary" size="small" icon="mail" className="justify-self-start">
        Send reply
      </Button>
    </Form>
  );
}
