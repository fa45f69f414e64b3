import { shippingAddressSchema } from '#app/modules/postal/forms.ts';
import { Field } from '#app/ui/kit/field.tsx';
import type { FieldOf } from '#app/ui/kit/use-form.ts';
import type { CheckoutData } from './open-checkout.ts';
import { AddressChooser } from './address-chooser.tsx';
import { GrowthMotif } from '#app/ui/shop/ornaments.tsx';
import { PostalFields } from '#app/ui/shop/postal-fields.tsx';

/** Who gets the parcel and where it goes. */
export function AddressFields({ profile, field }: Pick<CheckoutData, 'profile'> & { field: FieldOf }) {
  const nameFields = (name: keyof typeof shippingAddressSchema.shape) => ({ ...field(name), check: checkOf(name) });
  return (
    <>
      <section className="checkout-step" aria-labelledby="contact">
        <header>
          <GrowthMotif stage={1} />
          <h2 id="contact">Contact</h2>
        </header>
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
        <p className="field-hint">For news of your parcel, and in case the courier can’t find you.</p>
      </section>

      <section className="checkout-step" aria-labelledby="delivery">
        <header>
          <GrowthMotif stage={2} />
          <h2 id="delivery">Delivery address</h2>
        </header>
        <AddressChooser addresses={profile.addresses} filledIn={profile.address} />
        <PostalFields field={field} required pinFirst check={checkOf} />
        <p className="field-hint">Country: India. We deliver within India only.</p>
      </section>
    </>
  );
}

/** Validates one field of the address by the schema that the server uses. */
const checkOf = (name: keyof typeof shippingAddressSchema.shape) => (value: string) =>
  shippingAddressSchema.shape[name].safeParse(value).error?.issues[0]?.message;
