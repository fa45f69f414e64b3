import { Form, href, useNavigation } from 'react-router';
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
          label="Closed to orders until"
          type="date"
          hint={awayUntil === null ? undefined : 'Clear the date to reopen'}
          {...field('until')}
        />
        <Button look="secondary" name="intent" value="set-away" busy={isSending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
