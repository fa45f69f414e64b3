import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { ActionForm } from './sheet-form.tsx';

/** The box that chooses a row: above the row's link, and as large as a thumb. */
export function Chooser({
  form,
  value,
  label,
  chosen = [],
}: {
  form: string;
  value: string;
  label: string;
  /** The rows that were chosen when the list was left. */
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

/**
 * What can be done with the chosen rows: the buttons post every chosen `id` to `action`. Wraps the list, so that it can
 * count what is chosen; without JavaScript the buttons stand there always.
 */
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
  /** Name of the form for screen readers. */
  label: string;
  /** How many the list's address finds on all its pages, where they may be chosen together: then `all` is sent. */
  all?: number | undefined;
  /** Each sends its value as `intent`. */
  buttons: readonly { value: string; label: string; destructive?: boolean }[];
  children: ReactNode;
}) {
  const whole = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const { search } = useLocation();
  /** The list whose rows are all chosen. */
  const [allOf, setAllOf] = useState<string>();
  const areAll = chosen > 0 && allOf === search;
  const boxes = () => [...(whole.current?.querySelectorAll<HTMLInputElement>(`input[name=id][form="${form}"]`) ?? [])];
  const count = () => setChosen(boxes().filter((box) => box.offsetParent !== null && box.checked).length);
  // Counts again after a change of rows: the browser restores ticks, and ticked rows may be gone.
  const countShown = useEffectEvent(count);
  useEffect(() => countShown(), [children]);
  const chooseAll = (wanted: boolean) => {
    for (const box of boxes()) box.checked = wanted;
    setAllOf(undefined);
    count();
  };
  const change = ({ target }: { target: EventTarget }) => {
    if (!(target instanceof HTMLInputElement)) return;
    // A row has a box in the table and one on its card, and the form sends what is hidden, too.
    for (const box of boxes()) if (box.value === target.value) box.checked = target.checked;
    setAllOf(undefined);
    count();
  };
  return (
    <div ref={whole} onChange={change}>
      {children}
      <ActionForm
        id={form}
        action={action}
        aria-label={label}
        className={cn(
          'z-20 flex flex-wrap items-center gap-2 border-t border-line bg-rice px-panel py-2.5',
          chosen > 0 && 'sticky bottom-0',
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
        {/* On a phone in one line, which is pushed: a bar of four would hide the list. */}
        <div className="flex flex-wrap gap-2 max-sm:-mx-1 max-sm:w-full max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:p-1">
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
