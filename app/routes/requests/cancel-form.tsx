import { formatRupees } from '#app/basics/money.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { ConfirmButton } from '#app/ui/kit/dialog.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { RequestForm } from './request-form.tsx';

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
      ? `We’ll email the customer. You keep ${formatRupees(cancellationFee)} and refund ${formatRupees(refunded)}.`
      : `Under the quote’s terms ${cancellationFee > 0 ? `we keep ${formatRupees(cancellationFee)} of the advance` : 'we keep nothing'}, and ${
          refunded > 0 ? `we refund ${formatRupees(refunded)}` : 'there is no refund'
        }.`;
  return (
    <RequestForm intent="cancel" action={action}>
      <input type="hidden" name="cancellationFee" value={cancellationFee} />
      <p>{consequence}</p>
      <TextArea
        label={side === 'studio' ? 'Reason (the customer will read this)' : 'Reason'}
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
