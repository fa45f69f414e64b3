import { useSearchParams } from 'react-router';

const LIST_PARAMETERS = ['q', 'status', 'verification', 'medium', 'kind', 'view', 'sort', 'cursor'];

export const listQuery = ({ searchParams }: URL) => ({
  search: searchParams.get('q') ?? undefined,
  sort: searchParams.get('sort') ?? undefined,
  cursor: searchParams.get('cursor') ?? undefined,
});

export const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null | undefined,
): Value | undefined => values.find((value) => value === text);

export function pickListSearch(search: URLSearchParams): string {
  return writeSearch(listPart(search));
}

export const useListSearch = (): string => pickListSearch(useSearchParams()[0]);

export function changedSearch(search: URLSearchParams, changes: Record<string, string | undefined>): string {
  return writeSearch({ ...listPart(search), cursor: undefined, ...changes });
}

export function listSearchWith(search: URLSearchParams, more: Record<string, string | undefined>): string {
  return writeSearch({ ...listPart(search), ...more });
}

export const listAddress = (
  path: string,
  { searchParams }: URL,
  outcome: Record<string, string | undefined> = {},
): string => `${path}${listSearchWith(searchParams, outcome)}`;

const listPart = (search: URLSearchParams): Record<string, string | undefined> =>
  Object.fromEntries(LIST_PARAMETERS.map((name) => [name, search.get(name) ?? undefined]));

function writeSearch(entries: Record<string, string | undefined>): string {
  const given = Object.entries(entries).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return search && `?${search}`;
}
