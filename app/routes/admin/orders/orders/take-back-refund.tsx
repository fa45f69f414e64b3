import { SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { useRowForm } from '#app/routes/admin/shared/use-row-form.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';

export function TakeBackRefund({ refundId }: { refundId: string }) {
  const { isAgain, field } = useRowForm('take-back-refund', refundId, {}, 'refundId');
  return (
    <details open={isAgain}>
      <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">Refund failed…</summary>
      <SheetForm intent="take-back-refund" className="grid max-w-104 gap-3 pt-1">
        <input type="hidden" name="refundId" value={refundId} />
        <Field
          label="Reason"
          {...field('reason')}
          hint="Only you and other admins read it."
          maxLength={300}
          autoComplete="off"
          required
        />
        <p className="meta">We email the customer. If the refund did not arrive, we also ask where to send it.</p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" name="why" value="not-arrived">
            It did not arrive
          </Button>
          <Button size="small" look="card" name="why" value="mistake">
            Recorded by mistake
          </Button>
        </div>
      </SheetForm>
    </details>
  );
}
