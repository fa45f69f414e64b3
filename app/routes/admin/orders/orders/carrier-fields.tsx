import { z } from 'zod';
import { Field } from '#app/ui/kit/field.tsx';

export const parcelText = z
  .string()
  .trim()
  .max(60)
  .optional()
  .transform((text) => text || undefined);

export function CarrierFields({ required }: { required?: boolean }) {
  const common = { required, optional: !required, maxLength: 60 };
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Field label="Carrier" name="carrier" hint="e.g. India Post" {...common} />
      <Field label="Tracking number" name="trackingNumber" hint="From the receipt" autoComplete="off" {...common} />
    </div>
  );
}
