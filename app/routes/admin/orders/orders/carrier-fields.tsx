import { z } from 'zod';
import { plainCode } from '#app/basics/typed-text.ts';
import type { EwayBillReason } from '#app/modules/store/settings/interstate.ts';
import { Field } from '#app/ui/kit/field.tsx';

export const parcelText = z
  .string()
  .trim()
  .max(60)
  .optional()
  .transform((text) => text || undefined);

/** Empty, or the 12 digits that the e-way bill portal gave. */
export const ewayBillText = z
  .string()
  .optional()
  .transform((text) => plainCode(text ?? '').replace(/[ -]/g, '') || undefined)
  .pipe(
    z
      .string()
      .regex(/^\d{12}$/, 'Enter the 12 digits of the e-way bill')
      .optional(),
  );

const EWAY_BILL_HINTS: Record<EwayBillReason, string> = {
  value: 'Needed for this parcel’s value',
  handicraft: 'Needed for handicraft to another state',
};

export function CarrierFields({ required, ewayBill }: { required?: boolean; ewayBill?: EwayBillReason | undefined }) {
  const common = { required, optional: !required, maxLength: 60 };
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Field label="Carrier" name="carrier" hint="e.g. India Post" {...common} />
      <Field label="Tracking number" name="trackingNumber" hint="From the receipt" autoComplete="off" {...common} />
      {ewayBill ? <EwayBillField reason={ewayBill} /> : null}
    </div>
  );
}

export const EwayBillField = ({ id, reason }: { id?: string; reason: EwayBillReason }) => (
  <Field
    id={id}
    label="E-way bill number"
    name="ewayBill"
    hint={EWAY_BILL_HINTS[reason]}
    inputMode="numeric"
    pattern="(\s*\p{Nd}[\s\-]*){12}"
    title="12 digits"
    maxLength={20}
    autoComplete="off"
    optional
  />
);
