import { useSearchParams } from 'react-router';

/** What an address says of the list behind a sheet: search, filters, order and page; nothing of what happened in the sheet. */
const OF_THE_LIST = ['q', 'status', 'verification', 'medium', 'kind', 'view', 'sort', 'cursor'];

/** What every list is asked by its address. */
export const listQuery = ({ searchParams }: URL) => ({
  search: searchParams.get('q') ?? undefined,
  sort: searchParams.get('sort') ?? undefined,
  cursor: searchParams.get('cursor') ?? undefined,
});

/** The text when it is one of these values; an address may say anything. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null | undefined,
): Value | undefined => values.find((value) => value === text);

/** '?q=asha&status=shipped': the list's part of an address, to be carried along; empty when there is none. */
export function pickListSearch(search: URLSearchParams): string {
  return writeSearch(listPart(search));
}

/** The list's part of the address that is shown. */
export const useListSearch = (): string => pickListSearch(useSearchParams()[0]);

/** The same with changes, back on the first page unless a cursor is given. */
export function changedSearch(search: URLSearchParams, changes: Record<string, string | undefined>): string {
  return writeSearch({ ...listPart(search), cursor: undefined, ...changes });
}

/** The list's part and something more, for where an action sends the visitor. */
export function listSearchWith(search: URLSearchParams, more: Record<string, string | undefined>): string {
  return writeSearch({ ...listPart(search), ...more });
}

/** Where an action leads: a page, with the list's part of the address, and what came of it. */
export const listAddress = (
  path: string,
  { searchParams }: URL,
  outcome: Record<string, string | undefined> = {},
): string => `${path}${listSearchWith(searchParams, outcome)}`;

const listPart = (search: URLSearchParams): Record<string, string | undefined> =>
  Object.fromEntries(OF_THE_LIST.map((name) => [name, search.get(name) ?? undefined]));

function writeSearch(entries: Record<string, string | undefined>): string {
  const given = Object.entries(entries).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return search && `?${search}`;
}
