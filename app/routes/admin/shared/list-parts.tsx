import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';
import { ButtonLink, IconLink } from '#app/ui/kit/button.tsx';
import { Chip, ChipRow } from '#app/ui/kit/chip.tsx';
import { SearchField } from '#app/ui/shop/search-field.tsx';
import { changedSearch } from './list-search.ts';

export function ListHead({
  title,
  count,
  back,
  children,
}: {
  title: string;
  count: ReactNode;
  back?: { to: string; label: string };
  children?: ReactNode;
}) {
  return (
    <div className="admin-head">
      <div className={back && 'flex min-w-0 items-center gap-1'}>
        {back ? <IconLink icon="left" className="-ml-3" {...back} /> : null}
        <div className="min-w-0">
          <h1>{title}</h1>
          <p className="meta num">{count}</p>
        </div>
      </div>
      {children}
    </div>
  );
}

const ASK_AFTER_MS = 250;

export function ListSearch({
  path,
  className = 'max-w-104',
  ...field
}: {
  path: string;
  className?: string;
  label: string;
  placeholder: string;
}) {
  const [search] = useSearchParams();
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Form
      action={path}
      role="search"
      className={className}
      onSubmit={() => clearTimeout(timer.current)}
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(
          () => void submit(currentTarget, { replace: true, preventScrollReset: true }),
          ASK_AFTER_MS,
        );
      }}
    >
      <HiddenFields except="q" />
      <SearchField {...field} value={search.get('q') ?? ''} />
    </Form>
  );
}

export function HiddenFields({ except }: { except: string }) {
  const [search] = useSearchParams();
  const others = new URLSearchParams(changedSearch(search, { [except]: undefined }));
  return [...others].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

type FilterChip = { value: string; label: string; count: number | undefined };

export const chipsOf = <Value extends string>(
  labels: Readonly<Record<Value, string>>,
  counts: Readonly<Record<NoInfer<Value> | 'all', number | undefined>>,
  all = 'All',
): FilterChip[] => [
  { value: '', label: all, count: counts.all },
  ...(Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value], count: counts[value] })),
];

export function ListChips({
  path,
  label,
  name,
  chips,
  chosen: given,
}: {
  path: string;
  label: string;
  name: string;
  chips: readonly FilterChip[];
  chosen?: string;
}) {
  const [search] = useSearchParams();
  if (chips.every(({ count }) => count === 0)) return null;
  const chosen = given ?? chips.find(({ value }) => value === search.get(name))?.value ?? '';
  return (
    <ChipRow label={label}>
      {chips.map(({ value, label, count }) => (
        <Chip
          key={value}
          to={`${path}${changedSearch(search, { [name]: value || undefined })}`}
          chosen={value === chosen}
        >
          {label} {count === undefined ? null : <span className="num opacity-75">{count.toLocaleString('en-IN')}</span>}
        </Chip>
      ))}
    </ChipRow>
  );
}

export function Paging({ path, shown, of, next }: { path: string; shown: number; of: number; next?: string | null }) {
  const [search] = useSearchParams();
  if (of === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-panel py-2.5">
      <span className="meta num">
        Showing {shown} of {of.toLocaleString('en-IN')}
      </span>
      <span className="flex gap-2">
        {search.has('cursor') ? (
          <ButtonLink look="card" to={`${path}${changedSearch(search, {})}`}>
            First page
          </ButtonLink>
        ) : null}
        {next ? (
          <ButtonLink look="card" to={`${path}${changedSearch(search, { cursor: next })}`}>
            Next
          </ButtonLink>
        ) : null}
      </span>
    </div>
  );
}
