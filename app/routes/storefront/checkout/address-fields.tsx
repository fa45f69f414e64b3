import { shippingAddressSchema } from '#app/basics/address.ts';
import { STATES_AND_TERRITORIES } from '#app/basics/india.ts';
import type { SavedAddress } from '#app/modules/accounts/account.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { AddressChooser } from '#app/ui/shop/address-chooser.tsx';
import { GrowthMotif } from '#app/ui/shop/ornaments.tsx';
import { PinPlace } from '#app/ui/shop/pin-place.tsx';
import { StateSelect } from '#app/ui/shop/postal-fields.tsx';
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
  const knownState = STATES_AND_TERRITORIES.find((name) => name === known?.state);
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
          check={judgedBy('name')}
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
            check={judgedBy('email')}
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
            check={judgedBy('phone')}
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
        <Field
          label="PIN code"
          name="zipCode"
          hint="6 digits"
          inputMode="numeric"
          autoComplete="postal-code"
          required
          className="num max-w-44"
          defaultValue={typed['zipCode'] ?? known?.zipCode}
          error={errors['zipCode']}
          check={judgedBy('zipCode')}
        />
        <PinPlace />
        <Field
          label="House, street, area"
          name="street"
          autoComplete="address-line1"
          required
          defaultValue={typed['street'] ?? known?.street}
          error={errors['street']}
          check={judgedBy('street')}
        />
        <div className="form-row">
          <Field
            label="City or town"
            name="city"
            autoComplete="address-level2"
            required
            defaultValue={typed['city'] ?? known?.city}
            error={errors['city']}
            check={judgedBy('city')}
          />
          <StateSelect
            name="state"
            autoComplete="address-level1"
            required
            defaultValue={typed['state'] ?? knownState ?? ''}
            error={errors['state']}
          />
        </div>
        <p className="field-hint">Country: India. We deliver within India only.</p>
      </section>
    </>
  );
}

/** Judges one field of the address by the shape that the server uses. */
const judgedBy = (name: keyof typeof shippingAddressSchema.shape) => (value: string) =>
  shippingAddressSchema.shape[name].safeParse(value).error?.issues[0]?.message;
