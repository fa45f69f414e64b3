import type { ComponentProps } from 'react';
import { shippingAddressSchema } from '#app/modules/store/shipping/address-forms.ts';
import { Checkbox, Field } from '#app/ui/kit/field.tsx';
import type { FieldOf, TickOf } from '#app/ui/kit/use-form.ts';
import { AddressChooser } from './address-chooser.tsx';
import { CheckoutStep } from './checkout-step.tsx';
import { GiftFields } from '#app/ui/shop/gift-fields.tsx';
import { PostalFields } from '#app/ui/shop/postal-fields.tsx';

export function AddressFields({
  addresses,
  filledIn,
  field,
  tick,
  save,
}: Parameters<typeof AddressChooser>[0] & {
  field: FieldOf;
  tick: TickOf;
  save: ComponentProps<'input'> | undefined;
}) {
  const nameFields = (name: keyof typeof shippingAddressSchema.shape) => ({ ...field(name), check: checkOf(name) });
  return (
    <>
      <CheckoutStep id="contact">
        <Field label="Full name" {...nameFields('name')} autoComplete="name" required />
        <div className="form-row">
          <Field label="Email" {...nameFields('email')} type="email" autoComplete="email" required />
          <Field
            label="Phone"
            {...nameFields('phone')}
            type="text"
            inputMode="numeric"
            autoComplete="tel-national"
            required
            className="num"
          />
        </div>
        <p className="field-hint">For delivery updates, and so the courier can call you.</p>
      </CheckoutStep>

      <CheckoutStep
        id="delivery"
        title={
          <>
            Delivery address<span className="gift-title"> of the recipient</span>
          </>
        }
      >
        <GiftFields field={field} tick={tick}>
          <Field
            label="Recipient’s name"
            {...field('recipientName')}
            optional
            hint="Leave empty for your own name. Emails and calls about the order go to you."
            autoComplete="off"
          />
        </GiftFields>
        <AddressChooser addresses={addresses} filledIn={filledIn} />
        <PostalFields field={field} required pinFirst check={checkOf} />
        <p className="field-hint">Country: India. We deliver within India only.</p>
        {save ? (
          <div data-shown-for="not-gift">
            <Checkbox label="Save this address" {...save} />
          </div>
        ) : null}
      </CheckoutStep>
    </>
  );
}

const checkOf = (name: keyof typeof shippingAddressSchema.shape) => (value: string) =>
  shippingAddressSchema.shape[name].safeParse(value).error?.issues[0]?.message;
