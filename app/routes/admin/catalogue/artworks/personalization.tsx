import { useState } from 'react';
import { Form, useNavigation, href } from 'react-router';
import { getArtwork } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { saveOptionsRefusal } from '#app/modules/catalogue/artworks/messages.ts';
import {
  MAX_ANSWER,
  MAX_PERSONALIZATION_FIELDS,
  type PersonalizationField,
} from '#app/modules/catalogue/artworks/personalization.ts';
import {
  EMPTY_FIELD,
  FIELD_KINDS,
  fieldInput,
  personalizationSchema,
  type TypedField,
  typedFieldsIn,
} from '#app/modules/catalogue/artworks/personalization-forms.ts';
import { saveOptions } from '#app/modules/catalogue/artworks/options.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Checkbox, Field, Select } from '#app/ui/kit/field.tsx';
import { LeaveGuard } from '#app/ui/kit/leave-guard.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import { FieldArray } from './field-array.tsx';
import type { Route } from './+types/personalization.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(`Personalization of ${loaderData?.artwork.title}`)({ matches });

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, title, version, personalizationFields } = await getArtwork(context.get(shopContext), params.id);
  return { artwork: { id, title, version, personalizationFields } };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    schema: personalizationSchema,
    invalid: (errors) => ({ errors, status: 422 }),
    run: (shop, fields, { params }) => saveOptions(shop, { artworkId: params.id, ...fields }),
    done: (_saved, _fields, { params, url }) =>
      listAddress(href('/admin/artworks'), url, { done: 'save', of: params.id }),
    refused: (refusal) => ({
      formError: saveOptionsRefusal(refusal),
      // The form now shows this version, so sending it again saves.
      ...(refusal.reason === 'stale' && { typed: { version: String(refusal.data.version) } }),
    }),
  }),
);

export const shouldRevalidate = ignoreLiveUpdates;

const typedOf = (field: PersonalizationField): TypedField => ({
  id: field.id,
  label: field.label,
  kind: field.kind === 'text' ? field.kind : field.unit,
  maxLength: field.kind === 'text' ? String(field.maxLength) : '',
  hint: field.hint,
  required: field.required ? 'yes' : '',
});

export default function EditPersonalization({ loaderData: { artwork }, actionData }: Route.ComponentProps) {
  const { state } = useNavigation();
  const [isChanged, setIsChanged] = useState(false);
  const { values, errors, summary } = useShopForm({ known: { version: String(artwork.version) } });
  const sent = actionData?.typed && typedFieldsIn(actionData.typed);
  const known = artwork.personalizationFields.map(typedOf);
  return (
    <>
      <ListHead title="Personalization" count={artwork.title}>
        <ButtonLink look="card" icon="left" to={href('/admin/artworks/:id', { id: artwork.id })}>
          Back to the artwork
        </ButtonLink>
      </ListHead>
      <LeaveGuard when={isChanged && state === 'idle'} />
      <Form method="post" className="panel grid gap-4 p-panel" onInput={() => setIsChanged(true)}>
        <ErrorSummary {...summary} />
        <p className="field-hint">
          Ask buyers for a text or for measurements. The answers appear on the order and its documents. Personalised
          pieces can be returned only for a quality issue. If you change a label or a unit, buyers with the piece in
          their cart must answer again.
        </p>
        <input type="hidden" name="version" value={values.version} />
        <FieldArray
          noun="Field"
          label="Fields, in the order shoppers see them"
          initial={sent ?? (known.length < MAX_PERSONALIZATION_FIELDS ? [...known, EMPTY_FIELD] : known)}
          empty={EMPTY_FIELD}
          most={MAX_PERSONALIZATION_FIELDS}
          onChange={() => setIsChanged(true)}
        >
          {(typed, at) => <FieldInputs at={at} typed={typed} errors={errors} />}
        </FieldArray>
        <Button className="justify-self-start" busy={state === 'submitting'}>
          Save personalization
        </Button>
      </Form>
    </>
  );
}

function FieldInputs({
  at,
  typed,
  errors,
}: {
  at: number;
  typed: TypedField;
  errors: Record<string, string | undefined>;
}) {
  const [kind, setKind] = useState(typed.kind);
  const input = (name: keyof TypedField) => ({
    name: fieldInput(at, name),
    defaultValue: typed[name],
    error: errors[fieldInput(at, name)],
  });
  return (
    <>
      <input type="hidden" name={fieldInput(at, 'id')} value={typed.id} />
      <div className="grid gap-3 md:grid-cols-3">
        <Field
          label="Label"
          {...input('label')}
          maxLength={60}
          hint={at === 0 ? 'e.g. Name on the plate, Waist' : undefined}
        />
        <Select
          label="Kind"
          {...input('kind')}
          hint={at === 0 ? 'A measurement is a number, 0.5–500' : undefined}
          onChange={(event) => setKind(event.target.value)}
        >
          {Object.entries(FIELD_KINDS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Field
          label="Maximum characters"
          {...input('maxLength')}
          readOnly={kind !== 'text'}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          placeholder="40"
          hint={at === 0 ? `For text: 1–${MAX_ANSWER}` : undefined}
        />
      </div>
      <Field
        label="Hint"
        {...input('hint')}
        maxLength={120}
        hint={at === 0 ? 'Shown below the label, e.g. how to measure' : undefined}
        optional
      />
      <Checkbox
        label="Required"
        name={fieldInput(at, 'required')}
        value="yes"
        defaultChecked={typed.required === 'yes'}
      />
    </>
  );
}
