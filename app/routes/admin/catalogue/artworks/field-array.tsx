import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '#app/ui/kit/button.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

/** Renders at most `most` rows. Reads `initial` once. Without JavaScript, the number of rows is fixed. */
export function FieldArray<Typed>({
  noun,
  label,
  initial,
  empty,
  most,
  onChange,
  children,
}: {
  noun: string;
  label: string;
  initial: readonly Typed[];
  empty: Typed;
  most: number;
  onChange: () => void;
  children: (typed: Typed, at: number) => ReactNode;
}) {
  const name = noun.toLowerCase();
  const hydrated = useHydrated();
  const [rows, setRows] = useState(() => initial.map((typed, key) => ({ key, typed })));
  const change = (next: typeof rows) => {
    setRows(next);
    onChange();
  };
  const moveUp = (at: number) => change(rows.with(at, rows[at - 1]!).with(at - 1, rows[at]!));
  const remove = (at: number) => change(rows.toSpliced(at, 1));
  const add = () => change([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, typed: empty }]);
  return (
    <>
      <ol className="grid gap-4" aria-label={label}>
        {rows.map(({ key, typed }, at) => (
          <li key={key} className="border-line not-first:border-t not-first:pt-4">
            <fieldset className="grid gap-3">
              <legend className="flex w-full items-center gap-2">
                <b className="mr-auto font-semibold">
                  {noun} {at + 1}
                </b>
                {hydrated && at > 0 ? (
                  <IconButton
                    type="button"
                    icon="down"
                    small
                    className="rotate-180"
                    label={`Move ${name} ${at + 1} up`}
                    onClick={() => moveUp(at)}
                  />
                ) : null}
                {hydrated ? (
                  <Button type="button" look="quiet" size="small" onClick={() => remove(at)}>
                    Remove
                    <span className="sr-only">
                      {' '}
                      {name} {at + 1}
                    </span>
                  </Button>
                ) : null}
              </legend>
              {children(typed, at)}
            </fieldset>
          </li>
        ))}
      </ol>
      {hydrated && rows.length < most ? (
        <Button type="button" look="card" icon="plus" className="justify-self-start" onClick={add}>
          Add a {name}
        </Button>
      ) : null}
    </>
  );
}
