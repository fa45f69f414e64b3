import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { ActionForm } from './sheet-form.tsx';

export function Chooser({
  form,
  value,
  label,
  chosen = [],
}: {
  form: string;
  value: string;
  label: string;
  chosen?: readonly string[];
}) {
  return (
    <label className="relative z-10 grid size-11 place-items-center">
      <input
        type="checkbox"
        name="id"
        value={value}
        form={form}
        defaultChecked={chosen.includes(value)}
        className="size-5"
      />
      <span className="sr-only">{label}</span>
    </label>
  );
}

/** Wraps a list. Posts the `id` of each selected row to `action`. */
export function BulkBar({
  form,
  action,
  label,
  all,
  buttons,
  children,
}: {
  form: string;
  action: string;
  label: string;
  /** The number of results on all pages together. */
  all?: number | undefined;
  buttons: readonly { value: string; label: string; destructive?: boolean }[];
  children: ReactNode;
}) {
  const whole = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const { search } = useLocation();
  const [allOf, setAllOf] = useState<string>();
  const areAll = chosen > 0 && allOf === search;
  const boxes = () => [...(whole.current?.querySelectorAll<HTMLInputElement>(`input[name=id][form="${form}"]`) ?? [])];
  const count = () => setChosen(boxes().filter((box) => box.offsetParent !== null && box.checked).length);
  // The browser may restore checkboxes and rows may disappear, so this counts again.
  const countShown = useEffectEvent(count);
  useEffect(() => countShown(), [children]);
  const chooseAll = (wanted: boolean) => {
    for (const box of boxes()) box.checked = wanted;
    setAllOf(undefined);
    count();
  };
  const change = ({ target }: { target: EventTarget }) => {
    if (!(target instanceof HTMLInputElement)) return;
    // The table and the card of a row both have its checkbox, and a form also sends the hidden one.
    for (const box of boxes()) if (box.value === target.value) box.checked = target.checked;
    setAllOf(undefined);
    count();
  };
  return (
    <div ref={whole} className="bulk" onChange={change}>
      {children}
      <ActionForm
        id={form}
        action={action}
        aria-label={label}
        className={cn(
          'z-20 flex flex-wrap items-center gap-2 border-t border-line bg-rice px-panel py-2.5',
          chosen > 0 && 'sticky bottom-(--bar,0px)',
        )}
      >
        <span className="meta num mr-2" role="status">
          {chosen === 0 ? 'Select several to edit them at once' : `${areAll ? all : chosen} selected`}
        </span>
        {areAll ? <input type="hidden" name="all" value="on" /> : null}
        {all !== undefined && chosen > 0 && all > chosen && !areAll ? (
          <button
            type="button"
            className="link min-h-11 px-2"
            onClick={() => {
              chooseAll(true);
              setAllOf(search);
            }}
          >
            Select all {all} found
          </button>
        ) : null}
        <button type="button" className="link min-h-11 px-2 max-sm:ml-auto" onClick={() => chooseAll(chosen === 0)}>
          {chosen === 0 ? 'Select all on this page' : 'Clear selection'}
        </button>
        {/* On phones, four lines would cover the list, so the bar has one line that scrolls. */}
        <div className="bulk-buttons flex-wrap gap-2 max-sm:-mx-1 max-sm:w-full max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:p-1">
          {buttons.map(({ value, label, destructive }) => (
            <Button key={value} look={destructive ? 'destructive' : 'card'} name="intent" value={value}>
              {label}
            </Button>
          ))}
        </div>
      </ActionForm>
    </div>
  );
}
