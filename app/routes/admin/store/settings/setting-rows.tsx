import { Button } from '#app/ui/kit/button.tsx';
import { rowCount, type Typed } from './group-form.ts';
import type { SettingGroup } from './groups.ts';
import { SettingInput } from './setting-input.tsx';

export function SettingRows({
  group,
  typed,
  errors,
}: {
  group: SettingGroup;
  typed: Typed;
  errors: Record<string, string>;
}) {
  const { list } = group;
  if (!list) return null;
  const rows = rowCount(group, typed);
  return (
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
                  <Button look="card" name="intent" value={`up.${row}`} aria-label={`Move ${list.row} ${row + 1} up`}>
                    Up
                  </Button>
                ) : null}
                {row < rows - 1 ? (
                  <Button
                    look="card"
                    name="intent"
                    value={`down.${row}`}
                    aria-label={`Move ${list.row} ${row + 1} down`}
                  >
                    Down
                  </Button>
                ) : null}
                <Button
                  look="card"
                  className="text-alert"
                  name="intent"
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
        <Button look="card" icon="plus" name="intent" value="add">
          {list.add}
        </Button>
      </div>
    </>
  );
}
