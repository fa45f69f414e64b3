import { Field } from '#app/ui/kit/field.tsx';
import type { FieldOf } from '#app/ui/kit/use-form.ts';

export function FirmFields({ field }: { field: FieldOf }) {
  const [name, gstin] = [field('firmName'), field('firmGstin')];
  return (
    <details className="mb-6" open={Boolean(name.defaultValue || gstin.defaultValue || gstin.error)}>
      <summary className="link inline-flex min-h-11 items-center">Need a GST invoice?</summary>
      <div className="form-row pt-2">
        <Field label="Company name" {...name} optional maxLength={100} autoComplete="organization" />
        <Field label="GSTIN" {...gstin} optional maxLength={20} autoComplete="off" className="num" />
      </div>
      <p className="field-hint">Shown on your invoice.</p>
    </details>
  );
}
