import { useEffect, useEffectEvent, useRef } from 'react';
import { Form, useNavigate } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { ownValue } from '#app/basics/own-value.ts';
import { MEDIUM_LABELS, MEDIUM_NAMES, MEDIUMS } from '#app/modules/catalogue/artworks/medium.ts';
import { PRICE_UPPER_END } from '#app/modules/catalogue/artworks/artwork.ts';
import {
  AVAILABILITY_LABELS,
  comparable,
  priceRange,
  formatArtworks,
  formatCount,
  SIZE_LABELS,
  SORT_LABELS,
  SORTS,
  type ArtworkFilter,
  type Facet,
  type Facets,
} from '#app/modules/catalogue/artworks/filter.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { addressOf, filterFromAddress } from './gallery-address.ts';
import { Checkbox } from '#app/ui/kit/field.tsx';
import { PriceLimit } from './price-limit.tsx';

const GROUPS: { kind: keyof Facets; name: string; legend: string; label: (value: string) => string }[] = [
  { kind: 'categories', name: 'kind', legend: 'Category', label: (value) => value },
  {
    kind: 'mediums',
    name: 'medium',
    legend: 'Medium',
    label: (value) => ownValue(MEDIUM_LABELS, value) ?? value,
  },
  {
    kind: 'availability',
    name: 'available',
    legend: 'Availability',
    label: (value) => ownValue(AVAILABILITY_LABELS, value) ?? value,
  },
  {
    kind: 'sizes',
    name: 'size',
    legend: 'Size',
    label: (value) => ownValue(SIZE_LABELS, value) ?? value,
  },
];
/** A category with the medium's name is not a separate filter. */
const MEDIUM_TERMS = new Set(
  MEDIUMS.flatMap((medium) => [medium, MEDIUM_LABELS[medium], MEDIUM_NAMES[medium]].map(comparable)),
);

export function appliedTo(filter: ArtworkFilter): { label: string; without: ArtworkFilter }[] {
  const { from, upTo } = priceRange(filter);
  return [
    ...(filter.q ? [{ label: `“${filter.q}”`, without: { q: '' } }] : []),
    ...GROUPS.flatMap(({ kind, label }) =>
      (filter[kind] ?? []).map((name) => ({
        label: label(name),
        without: { [kind]: filter[kind]?.filter((other) => other !== name) },
      })),
    ),
    ...(from === undefined ? [] : [{ label: `From ${formatRupees(from)}`, without: { priceFrom: undefined } }]),
    ...(upTo === undefined ? [] : [{ label: `Up to ${formatRupees(upTo)}`, without: { priceUpTo: undefined } }]),
  ];
}

function useAsk() {
  const navigate = useNavigate();
  return (form: HTMLFormElement) => {
    const asked = new URLSearchParams(
      [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const query = addressOf(filterFromAddress(asked));
    for (const name of ['category', 'view']) if (asked.get(name)) query.set(name, asked.get(name)!);
    const text = query.toString();
    void navigate(new URL(form.action).pathname + (text ? `?${text}` : ''), {
      replace: true,
      preventScrollReset: true,
    });
  };
}

/** Unfinished text does not count as a change. */
const isOther = (field: Element): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (!(field instanceof HTMLInputElement && field.name)) return false;
  if (field.checked !== field.defaultChecked) return true;
  return field.value !== field.defaultValue && field !== document.activeElement;
};

type FormProps = {
  filter: ArtworkFilter;
  view: 'grid' | 'list';
  facets: Facets;
  total: number;
  action: string;
  category?: string;
  clear: string;
  onShow: () => void;
};

export function FilterForm({ filter, view, facets, total, action, category, clear, onShow }: FormProps) {
  const ask = useAsk();
  const { from, upTo } = priceRange(filter);
  const form = useRef<HTMLFormElement>(null);
  const send = () => {
    if (form.current) ask(form.current);
  };
  // Includes choices that were made before hydration.
  const sendEarly = useEffectEvent(() => {
    if ([...(form.current?.elements ?? [])].some(isOther)) send();
  });
  useEffect(() => sendEarly(), []);
  // An uncontrolled checkbox shows its tick immediately.
  const shown = useRef(filter);
  useEffect(() => {
    if (shown.current === filter) return;
    shown.current = filter;
    for (const box of form.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])
      box.checked = box.defaultChecked;
  }, [filter]);
  return (
    <Form
      id="filter-form"
      ref={form}
      method="get"
      action={action}
      onChange={(event) => {
        if ((event.target as unknown as HTMLInputElement).type === 'checkbox') send();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
        onShow();
      }}
    >
      {from === undefined ? null : <input type="hidden" name="min" value={from / 100} />}
      {filter.q ? <input type="hidden" name="q" value={filter.q} /> : null}
      {category === undefined ? null : <input type="hidden" name="category" value={category} />}
      {view === 'list' ? <input type="hidden" name="view" value="list" /> : null}
      {GROUPS.map((group) => (
        <FacetGroup key={group.kind} {...group} facets={facets[group.kind]} ticked={filter[group.kind] ?? []} />
      ))}
      <PriceLimit upTo={upTo ?? PRICE_UPPER_END} onSettled={send} />
      <div className="filters-foot">
        {appliedTo(filter).length > 0 ? (
          <ButtonLink look="secondary" to={clear} preventScrollReset>
            Clear filters
          </ButtonLink>
        ) : null}
        <Button className="filters-show">Show {formatArtworks(total, { isShort: true })}</Button>
      </div>
    </Form>
  );
}

function FacetGroup({
  kind,
  legend,
  name,
  label,
  facets,
  ticked,
}: (typeof GROUPS)[number] & { facets: Facet[]; ticked: readonly string[] }) {
  const isOneOf = (value: string, names: readonly string[]) =>
    names.some((each) => comparable(each) === comparable(value));
  const missing = ticked.filter(
    (value) =>
      !isOneOf(
        value,
        facets.map((facet) => facet.name),
      ),
  );
  const shown = [...facets, ...missing.map((value) => ({ name: value, count: 0 }))].filter(
    (facet) => kind !== 'categories' || !MEDIUM_TERMS.has(comparable(facet.name)) || isOneOf(facet.name, ticked),
  );
  if (shown.length < 2 && ticked.length === 0) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {shown.map((facet) => (
        <Checkbox
          key={facet.name}
          name={name}
          value={facet.name}
          defaultChecked={isOneOf(facet.name, ticked)}
          label={label(facet.name)}
          count={facet.count === undefined ? undefined : formatCount(facet.count, { isShort: true })}
        />
      ))}
    </fieldset>
  );
}

export function SortChoice({ sort }: { sort: string }) {
  const ask = useAsk();
  const select = useRef<HTMLSelectElement>(null);
  const shown = useRef(sort);
  useEffect(() => {
    if (shown.current === sort) return;
    shown.current = sort;
    if (select.current) select.current.value = sort;
  }, [sort]);
  return (
    <>
      <label className="sr-only" htmlFor="sort">
        Sort by
      </label>
      <select
        id="sort"
        ref={select}
        name="sort"
        form="filter-form"
        className="input select-quiet w-auto"
        defaultValue={sort}
        onChange={(event) => {
          if (event.target.form) ask(event.target.form);
        }}
      >
        {SORTS.map((each) => (
          <option key={each} value={each}>
            {SORT_LABELS[each]}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" form="filter-form" className="bar-button">
          Sort
        </button>
      </noscript>
    </>
  );
}
