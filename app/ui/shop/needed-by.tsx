import { finishedBy, isTooEarly, tooEarly } from '#app/modules/requests/calendar/messages.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { FieldOf } from '#app/ui/kit/use-form.ts';

export function NeededBy({
  field,
  neededBy,
  earliestFinish,
  today,
}: {
  field: FieldOf;
  neededBy: string | undefined;
  earliestFinish: string | undefined;
  today: string;
}) {
  return (
    <>
      <Field
        label="Needed by"
        {...field('neededBy')}
        type="date"
        min={today}
        optional
        hint={earliestFinish ? finishedBy(earliestFinish) : undefined}
      />
      <div role="status">
        {isTooEarly(neededBy, earliestFinish) ? <Note tone="info">{tooEarly(earliestFinish)}</Note> : null}
      </div>
    </>
  );
}
