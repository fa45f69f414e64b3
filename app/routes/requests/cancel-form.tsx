import { formatRupees } from '#app/basics/money.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { ConfirmButton } from '#app/ui/kit/dialog.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { RequestForm } from './request-form.tsx';

/** Shows the fee and the refund before cancelling. */
export function CancelForm({
  cancelling: { cancellationFee, refunded },
  side,
  action,
}: {
  cancelling: NonNullable<RequestPage['cancelling']>;
  side: RequestPage['side'];
  action: string;
}) {
  const { field } = useShopForm({ intent: 'cancel' });
  const consequence =
    side === 'studio'
      ? `The customer is told. Kept: ${formatRupees(cancellationFee)}. Goes back: ${formatRupees(refunded)}.`
      : `By the terms of the quote ${cancellationFee > 0 ? `we keep ${formatRupees(cancellationFee)} of the advance` : 'we keep nothing'}, and ${
          refunded > 0 ? `${formatRupees(refunded)} go back to you` : 'nothing goes back'
        }.`;
  return (
    <RequestForm intent="cancel" action={action}>
      <input type="hidden" name="cancellationFee" value={cancellationFee} />
      <p>{consequence}</p>
      <TextArea
        label={side === 'studio' ? 'Why, in words for the customer' : 'Why'}
        {...field('reason')}
        id="cancel-reason"
        optional
        rows={3}
        maxLength={1000}
      />
      <div>
        <ConfirmButton
          look="destructive"
          title="Cancel this commission?"
          consequence={`${consequence} This can’t be taken back.`}
          verb="Cancel the commission"
          keep="Keep it"
        >
          Cancel the commission
        </ConfirmButton>
      </div>
    </RequestForm>
  );
}
