import { useEffect } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';
import { z } from 'zod';
import { changeSettings, getSettingsToChange } from '#app/modules/settings/settings.server.ts';
import type { Settings } from '#app/modules/settings/settings.ts';
import { readForm } from '#app/platform/forms.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { ownerOnly } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { shippingCharge, span } from '#app/routes/storefront/pages/wording.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Chip } from '#app/ui/kit/chip.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { fieldId } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { FactTable } from '#app/ui/shop/info-page.tsx';
import type { Route } from './+types/settings.ts';
import { SETTING_GROUPS } from './groups.ts';
import { SettingInput } from './setting-input.tsx';
import { readGroup, rearranged, rowCount, typedOf } from './typed.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Settings, admin' }, { name: 'robots', content: 'noindex' }];

/** The first group has the address without a name. */
const findGroup = (name = SETTING_GROUPS[0]!.id) => SETTING_GROUPS.find(({ id }) => id === name);
const addressOf = (id: string) => (id === SETTING_GROUPS[0]!.id ? '/admin/settings' : `/admin/settings/${id}`);

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { settings, versions } = await getSettingsToChange(context.get(shopContext));
  const group = findGroup(params.group);
  if (!group) throw notFound();
  return {
    id: group.id,
    typed: typedOf(group, settings),
    seen: Object.fromEntries(group.keys.map((key) => [`seen.${key}`, String(versions[key])])),
    preview: group.id === 'shipping' ? settings : undefined,
    isSaved: url.searchParams.has('saved'),
  };
}

const anyFields = z.record(z.string(), z.string());
const CHANGED_MEANWHILE =
  'Somebody else changed these settings meanwhile. What you typed still stands here: save again to put it in the place of theirs, or open the page anew to see theirs.';

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  ownerOnly(shop);
  const group = findGroup(params.group);
  if (!group) throw notFound();
  const { typed: sent } = await readForm(request, anyFields);
  const { do: pressed = '', ...typed } = sent;
  const stamp = crypto.randomUUID();
  if (pressed && pressed !== 'preview') return { stamp, ...rearranged(group, typed, pressed) };
  const read = readGroup(group, typed);
  if (!read.ok) return data({ stamp, typed, errors: read.errors, formError: read.formError }, { status: 400 });
  if (pressed === 'preview') return { stamp, typed, preview: read.patch, goOn: 'preview' };
  const seen = Object.fromEntries(group.keys.map((key) => [key, Number(typed[`seen.${key}`])]));
  const saved = await changeSettings(shop, read.patch, seen);
  if (saved.ok) return redirect(`${addressOf(group.id)}?saved=1`, 303);
  return data({ stamp, typed, formError: CHANGED_MEANWHILE, isOverwriting: true }, { status: 409 });
}

type Answer = {
  stamp: string;
  typed: Record<string, string>;
  errors?: Record<string, string>;
  formError?: string;
  goOn?: string;
  preview?: Partial<Settings>;
  isOverwriting?: true;
};

/** Everything the owner decides about the shop, in groups that are saved each by itself. */
export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const group = findGroup(loaderData.id)!;
  const answer = actionData as Answer | undefined;
  const isSaving = useNavigation().formMethod === 'POST';
  const typed = answer?.typed ?? loaderData.typed;
  const errors = answer?.errors ?? {};
  const { seen } = loaderData;
  const preview = (answer?.preview ?? loaderData.preview) as Settings | undefined;
  const rows = rowCount(group, typed);
  const { list } = group;
  const goOn = answer?.goOn;
  useEffect(() => {
    if (goOn) document.getElementById(fieldId(goOn))?.focus();
  }, [goOn, answer]);
  return (
    <>
      <div className="admin-head">
        <h1>Settings</h1>
      </div>
      <nav className="chips chips-wide" aria-label="Settings">
        {SETTING_GROUPS.map(({ id, title }) => (
          <Chip key={id} to={addressOf(id)} chosen={id === group.id}>
            {title}
          </Chip>
        ))}
      </nav>
      {loaderData.isSaved && !answer ? <Note tone="done">Saved. The shop shows it now.</Note> : null}
      <Form
        // Fields begin anew with what the server answers; a browser would keep what stands in them.
        key={`${group.id} ${answer?.stamp ?? Object.values(seen).join(' ')}`}
        method="post"
        action={addressOf(group.id)}
        className="panel form max-w-[46rem] p-[1.1rem] md:p-6"
        noValidate
        preventScrollReset
        aria-labelledby="group"
      >
        {/* Enter presses the first button of a form. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          Save
        </button>
        <div className="grid gap-1">
          <h2 id="group" className="text-h3">
            {group.title}
          </h2>
          <p className="muted">{group.intro}</p>
        </div>
        <ErrorSummary errors={answer?.errors} formError={answer?.formError} />
        {Object.entries(seen).map(([name, version]) => (
          <input
            key={name}
            type="hidden"
            name={name}
            value={answer?.isOverwriting ? version : (typed[name] ?? version)}
          />
        ))}
        <div className="grid gap-5 sm:grid-cols-2">
          {group.fields.map((field) => (
            <SettingInput key={field.path} field={field} name={field.path} typed={typed} errors={errors} />
          ))}
        </div>
        {list ? (
          <>
            <ol className="grid gap-5">
              {Array.from({ length: rows }, (_, row) => (
                <li key={row}>
                  <fieldset className="grid gap-5 border border-line bg-paper p-4 sm:grid-cols-2">
                    <legend className="px-1 font-semibold">{`${list.row} ${row + 1}`}</legend>
                    {list.fields.map((field) => (
                      <SettingInput
                        key={field.path}
                        field={field}
                        name={`${list.key}.${row}.${field.path}`}
                        typed={typed}
                        errors={errors}
                      />
                    ))}
                    <div className="flex flex-wrap gap-2 sm:col-span-2">
                      {row > 0 ? (
                        <Button look="card" name="do" value={`up.${row}`} aria-label={`Move ${list.row} ${row + 1} up`}>
                          Up
                        </Button>
                      ) : null}
                      {row < rows - 1 ? (
                        <Button
                          look="card"
                          name="do"
                          value={`down.${row}`}
                          aria-label={`Move ${list.row} ${row + 1} down`}
                        >
                          Down
                        </Button>
                      ) : null}
                      <Button
                        look="card"
                        className="text-alert"
                        name="do"
                        value={`remove.${row}`}
                        aria-label={`Remove ${list.row} ${row + 1}`}
                      >
                        Remove
                      </Button>
                    </div>
                  </fieldset>
                </li>
              ))}
            </ol>
            <div>
              <Button look="card" icon="plus" name="do" value="add">
                {list.add}
              </Button>
            </div>
          </>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button busy={isSaving}>Save</Button>
          {preview ? (
            <Button look="secondary" name="do" value="preview">
              Preview the table
            </Button>
          ) : null}
        </div>
      </Form>
      {preview ? (
        <section
          id={fieldId('preview')}
          tabIndex={-1}
          className="panel max-w-[46rem] p-[1.1rem] md:p-6"
          aria-label="As the shipping page shows it"
        >
          <FactTable
            caption="As the shipping page shows it"
            columns={['Zone', 'Places', 'Business days', 'Charge']}
            rows={preview.shippingZones.map((zone) => [
              zone.name,
              zone.places,
              span(zone.businessDays),
              shippingCharge(zone),
            ])}
          />
          {preview.shippingMode === 'flat' ? (
            <p className="mt-4 border-l-4 border-haldi bg-haldi-wash px-4 py-3">
              At present checkout charges one rate for all of India: {shippingCharge(preview.flatShipping)}.
            </p>
          ) : null}
        </section>
      ) : null}
    </>
  );
}
