import { shippingAddressSchema } from '#app/basics/address.ts';
import type { SavedAddress } from '#app/modules/accounts/account.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { AddressChooser } from './address-chooser.tsx';
import { GrowthMotif } from '#app/ui/shop/ornaments.tsx';
import { PostalFields } from '#app/ui/shop/postal-fields.tsx';
import type { Answer } from './open-checkout.ts';

export type Known = {
  name: string;
  email: string;
  phone: string;
  address?: { zipCode: string; street: string; city: string; state: string };
  addresses: readonly SavedAddress[];
};

/** Who gets the parcel and where it goes; what was typed stands above what the profile knows. */
export function AddressFields({
  profile,
  typed,
  errors,
}: {
  profile: Known;
  typed: Answer['typed'];
  errors: NonNullable<Answer['errors']>;
}) {
  const known = profile.address;
  return (
    <>
      <section className="checkout-step" aria-labelledby="contact">
        <header>
          <GrowthMotif stage={1} />
          <h2 id="contact">Contact</h2>
        </header>
        <Field
          label="Full name"
          name="name"
          autoComplete="name"
          required
          defaultValue={typed['name'] ?? profile.name}
          error={errors['name']}
          check={checkOf('name')}
        />
        <div className="form-row">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={typed['email'] ?? profile.email}
            error={errors['email']}
            check={checkOf('email')}
          />
          <Field
            label="Phone"
            name="phone"
            type="text"
            inputMode="numeric"
            autoComplete="tel-national"
            required
            className="num"
            defaultValue={typed['phone'] ?? profile.phone}
            error={errors['phone']}
            check={checkOf('phone')}
          />
        </div>
        <p className="field-hint">For news of your parcel, and in case the courier can’t find you.</p>
      </section>

      <section className="checkout-step" aria-labelledby="delivery">
        <header>
          <GrowthMotif stage={2} />
          <h2 id="delivery">Delivery address</h2>
        </header>
        <AddressChooser addresses={profile.addresses} filledIn={known} />
        <PostalFields known={{ ...known, ...typed }} errors={errors} required pinFirst check={checkOf} />
        <p className="field-hint">Country: India. We deliver within India only.</p>
      </section>
    </>
  );
}

/** Validates one field of the address by the schema that the server uses. */
const checkOf = (name: keyof typeof shippingAddressSchema.shape) => (value: string) =>
  shippingAddressSchema.shape[name].safeParse(value).error?.issues[0]?.message;
