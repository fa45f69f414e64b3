import { Form, href, useNavigation } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';

/** Closes the shop until a day; existing orders and holds continue. */
export function AwayForm({ awayUntil }: { awayUntil: string | null }) {
  const { field, summary } = useShopForm({ intent: 'set-away', known: { until: awayUntil ?? '' } });
  const isSending = useNavigation().formData?.get('intent') === 'set-away';
  return (
    <Form
      key={awayUntil}
      method="post"
      action={href('/admin/opening')}
      noValidate
      preventScrollReset
      className="grid gap-3 border-line border-t px-panel py-3"
    >
      <ErrorSummary {...summary} />
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Away until"
          type="date"
          hint={
            awayUntil === null
              ? 'Nobody can buy until that day'
              : `Nobody can buy until ${formatDay(awayUntil)}. Empty it when you are back`
          }
          {...field('until')}
        />
        <Button look="secondary" name="intent" value="set-away" busy={isSending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
