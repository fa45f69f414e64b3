import { z } from 'zod';
import type { Firm } from '#app/basics/address.ts';
import { isGstin, stateOfGstin } from '#app/basics/gstin.ts';
import { line } from '#app/platform/text-schemas.ts';

const optionalText = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((typed) => (typeof typed === 'string' && typed.trim() === '' ? undefined : typed), schema.optional());

export const RECEIVERS = ['firm', 'other'] as const;
const CHOOSE_RECEIVER = 'Choose who receives this parcel';

/**
 * The form fields of a business buyer. `parcelFor` is empty if the form must ask for it, and undefined if it does not
 * apply.
 */
export const firmFields = {
  firmName: optionalText(line('Enter the company name', 100)),
  firmGstin: optionalText(
    z
      .string()
      .transform((typed) => typed.replace(/\s/g, '').toUpperCase())
      .pipe(z.string().refine(isGstin, 'Check the GSTIN. It has 15 letters and digits')),
  ),
  parcelFor: z.enum(['', ...RECEIVERS], { error: CHOOSE_RECEIVER }).optional(),
};

type TypedFirm = z.output<z.ZodObject<typeof firmFields>> & { state: string };

/**
 * Returns whether the delivery state differs from the firm's state. The place of supply then depends on who receives
 * the goods.
 */
export const isOtherState = (gstin: string, state: string): boolean => {
  const compact = gstin.replace(/\s/g, '').toUpperCase();
  return isGstin(compact) && state !== '' && stateOfGstin(compact) !== state;
};

/** Tax law needs both name and GSTIN. */
export function firmErrors({ firmName, firmGstin, parcelFor, state }: TypedFirm): Record<string, string> {
  if (firmGstin === undefined)
    return firmName === undefined ? {} : { firmGstin: 'Enter the GSTIN, or leave both fields empty' };
  return {
    ...(firmName === undefined && { firmName: 'Enter the company name' }),
    ...(parcelFor === '' && isOtherState(firmGstin, state) && { parcelFor: CHOOSE_RECEIVER }),
  };
}

/**
 * Returns null without a GSTIN. Goods sent to somebody else on the firm's order are supplied in the firm's state (IGST
 * Act, s.10(1)(b)).
 */
export const toFirm = ({ firmName, firmGstin, parcelFor, state }: TypedFirm): Firm | null =>
  firmName === undefined || firmGstin === undefined
    ? null
    : {
        name: firmName,
        gstin: firmGstin,
        ...(parcelFor === 'other' && isOtherState(firmGstin, state) && { suppliesFirmState: true as const }),
      };
