import type { ReactNode } from 'react';
import { Button } from '#app/ui/kit/button.tsx';
import { rowCount, type Typed } from './page-form.ts';
import type { SettingList } from './setting-fields.ts';
import { SettingInput } from './setting-input.tsx';

export function SettingRows({
  list,
  typed,
  errors,
  isOpen,
}: {
  list: SettingList;
  typed: Typed;
  errors: Record<string, string>;
  isOpen: (prefix: string) => boolean;
}) {
  const { key, row: one, summary } = list;
  const rows = rowCount(list, typed);
  return (
    <>
      <ol className="grid gap-5 empty:hidden">
        {Array.from({ length: rows }, (_, row) => {
          const prefix = `${key}.${row}.`;
          const buttonFor = (verb: string, label: string, text: string, className?: string) => (
            <Button look="card" className={className} name="intent" value={`${verb}.${key}.${row}`} aria-label={label}>
              {text}
            </Button>
          );
          return (
            <li key={row}>
              <Row
                title={`${one} ${row + 1}`}
                summary={summary?.((path) => typed[prefix + path] ?? '')}
                open={isOpen(prefix)}
              >
                {list.fields.map((field) => (
                  <SettingInput
                    key={field.path}
                    field={field}
                    name={prefix + field.path}
                    typed={typed}
                    errors={errors}
                  />
                ))}
                <div className="flex flex-wrap gap-2 sm:col-span-2">
                  {row > 0 ? buttonFor('up', `Move ${one} ${row + 1} up`, 'Up') : null}
                  {row < rows - 1 ? buttonFor('down', `Move ${one} ${row + 1} down`, 'Down') : null}
                  {buttonFor('remove', `Remove ${one} ${row + 1}`, 'Remove', 'text-alert')}
                </div>
              </Row>
            </li>
          );
        })}
      </ol>
      <div>
        <Button look="card" icon="plus" name="intent" value={`add.${key}`}>
          {list.add}
        </Button>
      </div>
    </>
  );
}

function Row({
  title,
  summary,
  open,
  children,
}: {
  title: string;
  summary: string | undefined;
  open: boolean;
  children: ReactNode;
}) {
  if (summary === undefined)
    return (
      <fieldset className="grid gap-5 border border-line bg-paper p-4 sm:grid-cols-2">
        <legend className="px-1 font-semibold">{title}</legend>
        {children}
      </fieldset>
    );
  return (
    <details className="setting-row" open={open}>
      <summary>{summary || title}</summary>
      <fieldset className="grid gap-5 border-line border-t p-4 sm:grid-cols-2">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}
