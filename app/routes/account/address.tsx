import { data, Form, redirect, useNavigation } from 'react-router';
import { STATES, UNION_TERRITORIES } from '#app/basics/india.ts';
import { addAddress, getAddress, saveAddress } from '#app/modules/accounts/addresses.server.ts';
import { savedAddressShape } from '#app/modules/accounts/forms.ts';
import { accountMessages as says } from '#app/modules/accounts/messages.ts';
import { type FormTrouble, readForm } from '#app/platform/forms.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { PinPlace } from '#app/ui/shop/pin-place.tsx';
import type { Route } from './+types/address.ts';

const NEW = 'new';
const titleOf = (isNew: boolean) => (isNew ? 'Add an address' : 'Change this address');

export const meta: Route.MetaFunction = ({ params }) => [
  { title: titleOf(params.id === NEW) },
  { name: 'robots', content: 'noindex' },
];

/** One of several addresses: `/profile/addresses/new` adds one, an id changes it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  if (params.id === NEW) return { isNew: true, known: undefined };
  const { label, address } = await getAddress(shop, params.id);
  return { isNew: false, known: { label: label ?? '', ...address } };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await readForm(request, savedAddressShape);
  if (!form.ok) return data<FormTrouble>(form, { status: 400 });
  if (params.id === NEW) {
    const added = await addAddress(shop, form.value);
    if (!added.ok) return data<FormTrouble>({ formError: says.tooManyAddresses, typed: form.typed }, { status: 409 });
  } else await saveAddress(shop, params.id, form.value);
  context.get(visitContext).tell({ text: says.addressSaved });
  return redirect('/profile', 303);
}

export default function AddressPage({ loaderData: { isNew, known }, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().formMethod === 'POST';
  const { errors = {}, typed, formError }: Partial<FormTrouble> = actionData ?? {};
  const value = (field: 'label' | 'street' | 'city' | 'state' | 'zipCode') => typed?.[field] ?? known?.[field] ?? '';
  const title = titleOf(isNew);
  return (
    <Form method="post" className="form max-w-(--container-form) pt-8" noValidate>
      <h2 className="text-h3">{title}</h2>
      <ErrorSummary errors={errors} formError={formError} />
      <Field
        label="Name of this address"
        name="label"
        hint="Home, Office, Parents"
        maxLength={30}
        defaultValue={value('label')}
        error={errors['label']}
        optional
      />
      <Field
        label="Street"
        name="street"
        autoComplete="address-line1"
        defaultValue={value('street')}
        error={errors['street']}
        required
      />
      <div className="form-row">
        <Field
          label="PIN Code"
          name="zipCode"
          inputMode="numeric"
          autoComplete="postal-code"
          defaultValue={value('zipCode')}
          error={errors['zipCode']}
          required
        />
        <Field
          label="City"
          name="city"
          autoComplete="address-level2"
          defaultValue={value('city')}
          error={errors['city']}
          required
        />
      </div>
      <PinPlace />
      <Select
        label="State"
        name="state"
        autoComplete="address-level1"
        defaultValue={value('state')}
        error={errors['state']}
        required
      >
        <option value="">Choose a state</option>
        <optgroup label="States">
          {STATES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
        <optgroup label="Union territories">
          {UNION_TERRITORIES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      </Select>
      <p className="field-hint">Country: India. We deliver within India only.</p>
      <div className="flex flex-wrap gap-3">
        <Button busy={isSaving}>Save</Button>
        <ButtonLink look="secondary" to="/profile">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
