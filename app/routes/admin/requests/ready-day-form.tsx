import { formatDay } from '#app/basics/india.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { isOver } from '#app/modules/requests/requests/request.ts';
import { RequestForm } from '#app/routes/requests/request-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

/** Opens when the promised day has passed. Emails the new day to the customer. */
export function ReadyDayForm({
  page: { readyDay },
  now,
  action,
  formKey,
}: {
  page: RequestPage;
  now: Date;
  action: string;
  formKey: string;
}) {
  const isPast = isOver({ now }, readyDay);
  const { values, field, isAgain } = useShopForm({
    intent: 'ready-day',
    known: { key: formKey, day: isPast ? '' : (readyDay ?? '') },
  });
  if (readyDay === null) return null;
  return (
    <details key={readyDay} className="next-form" open={isPast || isAgain}>
      <summary className="link">{isPast ? `Was due ${formatDay(readyDay)}` : 'Change the day'}</summary>
      <RequestForm intent="ready-day" action={action}>
        <input type="hidden" name="key" value={values.key || formKey} />
        <Field
          label="New day"
          type="date"
          {...field('day')}
          hint="We tell the customer."
          className="max-w-60"
          required
        />
        <div>
          <Button look={isPast ? 'primary' : 'secondary'}>Save day</Button>
        </div>
      </RequestForm>
    </details>
  );
}
