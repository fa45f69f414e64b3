import { type FormMetadata, useField } from '@conform-to/react';
import { Button } from '#app/ui/kit/button.tsx';
import type { Typed } from './group-form.ts';
import type { SettingGroup } from './groups.ts';
import { SettingInput } from './setting-input.tsx';

/** The rows of a setting that is a list, and the buttons that add, move and take them out. */
export function SettingRows({
  form,
  list,
}: {
  form: FormMetadata<Typed, string>;
  list: NonNullable<SettingGroup['list']>;
}) {
  const name: string = list.key;
  const [field] = useField<Record<string, string>[]>(name);
  const rows = field.getFieldList();
  return (
    <>
      <ol className="grid gap-5">
        {rows.map(({ key }, at) => (
          <li key={key}>
            <fieldset className="grid gap-5 border border-line bg-paper p-4 sm:grid-cols-2">
              <legend className="px-1 font-semibold">{`${list.row} ${at + 1}`}</legend>
              {list.fields.map((field) => (
                <SettingInput key={field.path} field={field} name={`${name}[${at}].${field.path}`} />
              ))}
              <div className="flex flex-wrap gap-2 sm:col-span-2">
                {at > 0 ? (
                  <Button
                    look="card"
                    {...form.reorder.getButtonProps({ name, from: at, to: at - 1 })}
                    aria-label={`Move ${list.row} ${at + 1} up`}
                  >
                    Up
                  </Button>
                ) : null}
                {at < rows.length - 1 ? (
                  <Button
                    look="card"
                    {...form.reorder.getButtonProps({ name, from: at, to: at + 1 })}
                    aria-label={`Move ${list.row} ${at + 1} down`}
                  >
                    Down
                  </Button>
                ) : null}
                <Button
                  look="card"
                  className="text-alert"
                  {...form.remove.getButtonProps({ name, index: at })}
                  aria-label={`Remove ${list.row} ${at + 1}`}
                >
                  Remove
                </Button>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <div>
        <Button look="card" icon="plus" {...form.insert.getButtonProps({ name })}>
          {list.add}
        </Button>
      </div>
    </>
  );
}
