import { href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/user.ts';
import { Row, Rows, Section } from './customer-section.tsx';

export function CustomerNotes({
  note,
  seenNote,
  orderNotes,
}: Pick<Route.ComponentProps['loaderData'], 'note' | 'seenNote' | 'orderNotes'>) {
  const { values, field } = useShopForm({ intent: 'note', known: { note, seen: seenNote } });
  return (
    <Section title="Notes">
      <SheetForm intent="note" className="grid gap-3 border-t border-line p-panel">
        <input type="hidden" name="seen" value={values.seen} />
        <TextArea
          label="About this customer"
          {...field('note')}
          hint="Only owners read it."
          rows={3}
          maxLength={2000}
          className="field-low"
        />
        <Button look="card" className="justify-self-start">
          Save note
        </Button>
      </SheetForm>
      {orderNotes.length > 0 ? (
        <Rows>
          {orderNotes.map(({ id, body, createdAt, orderId, orderNumber }) => (
            <Row
              key={id}
              to={href('/admin/orders/:id', { id: orderId })}
              title={body}
              detail={`${orderNumber}, ${formatShortDay(createdAt)}`}
            />
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}
