import { useState } from 'react';
import { Form, href, useNavigation, useSubmit } from 'react-router';
import type { SavedAddress } from '#app/modules/identity/accounts/account.ts';
import {
  addAddress,
  digestAddress,
  getAddress,
  makeAddressFirst,
  removeAddress,
  saveAddress,
} from '#app/modules/identity/addresses/addresses.server.ts';
import { returnedAddressSchema, savedAddressSchema } from '#app/modules/identity/addresses/forms.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { LeaveGuard } from '#app/ui/kit/leave-guard.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { PostalFields } from '#app/ui/shop/postal-fields.tsx';
import { SaveOrCancel } from './save-or-cancel.tsx';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/address.ts';

const NEW = 'new';
const titleOf = (isNew: boolean) => (isNew ? 'Add an address' : 'Edit address');

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, {
    title: titleOf(params.id === NEW),
    description: 'A delivery address for your orders.',
    path: href('/profile'),
    hidden: true,
  });

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  signedIn(shop);
  if (params.id === NEW) return { isNew: true, savedAddress: undefined };
  const saved = await getAddress(shop, params.id);
  return { isNew: false, savedAddress: { label: saved.label ?? '', ...saved.address, seen: digestAddress(saved) } };
}

const form = formOf<Route.ActionArgs>();

const toProfile = () => href('/profile');

export const action = formAction({
  '': form({
    schema: savedAddressSchema,
    run: async (shop, { seen, ...address }, { params }) =>
      params.id === NEW ? await addAddress(shop, address) : await saveAddress(shop, params.id, { ...address, seen }),
    done: () => ({ to: href('/profile'), message: accountMessages.addressSaved }),
    refused: {
      'too-many-addresses': accountMessages.tooManyAddresses,
      stale: ({ data }) => ({ formError: accountMessages.addressChanged, typed: { seen: data.seen } }),
    },
  }),
  first: form({
    run: (shop, _fields, { params }) => makeAddressFirst(shop, params.id),
    done: () => ({ ok: true, toast: { text: accountMessages.addressFirst } }),
    refused: {},
    back: toProfile,
  }),
  // Returns the removed address, for Undo. Repeating is safe.
  remove: form({
    run: (shop, _fields, { params }) => removeAddress(shop, params.id),
    done: (was) => ({ ok: true, message: accountMessages.addressRemoved, removed: was && returnable(was) }),
    refused: {},
    back: toProfile,
  }),
  restore: form({
    schema: returnedAddressSchema,
    run: addAddress,
    done: () => ({ ok: true }),
    refused: () => ({ toast: { text: accountMessages.tooManyAddresses, tone: 'alert' } }),
    back: toProfile,
  }),
});

const returnable = ({ label, place, address: { street, city, state, zipCode } }: SavedAddress & { place: number }) => ({
  label: label ?? '',
  street,
  city,
  state,
  zipCode,
  place,
});

export const shouldRevalidate = ignoreLiveUpdates;

export default function AddressPage({ loaderData: { isNew, savedAddress } }: Route.ComponentProps) {
  const { field, summary, values } = useShopForm({ known: savedAddress });
  const title = titleOf(isNew);
  const { state } = useNavigation();
  const submit = useSubmit();
  const [isEdited, setEdited] = useState(false);
  return (
    <Form
      method="post"
      className="form max-w-(--container-form) pt-8"
      noValidate
      onInput={() => setEdited(true)}
      onSubmit={(event) => {
        event.preventDefault();
        // A synchronous update prevents a double click from adding two addresses.
        void submit(event.currentTarget, { flushSync: true });
      }}
    >
      <LeaveGuard when={isEdited && state === 'idle'} />
      {isNew ? null : <input type="hidden" name="seen" value={values.seen ?? ''} />}
      <h2 className="text-h3">{title}</h2>
      <ErrorSummary {...summary} />
      <Field label="Address name" {...field('label')} hint="Home, Office, Parents" maxLength={30} optional />
      <PostalFields field={field} required />
      <p className="field-hint">Country: India. We deliver within India only.</p>
      <SaveOrCancel label="Save" cancelTo={href('/profile')} />
    </Form>
  );
}
