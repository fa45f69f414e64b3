/** What an address says of the list behind a sheet: filter, search and page; nothing of what happened in the sheet. */
const OF_THE_LIST = ['q', 'status', 'cursor'];

/** '?q=asha&status=shipped': the list's part of an address, to be carried along; empty when there is none. */
export function keptSearch(search: URLSearchParams): string {
  return written(OF_THE_LIST.map((name) => [name, search.get(name) ?? undefined]));
}

/** The same with changes, back on the first page unless a cursor is given. */
export function changedSearch(search: URLSearchParams, changes: Record<string, string | undefined>): string {
  return written(
    Object.entries({ q: search.get('q') ?? undefined, status: search.get('status') ?? undefined, ...changes }),
  );
}

/** The list's part and something more, for where an action sends the visitor. */
export function keptSearchWith(search: URLSearchParams, more: Record<string, string>): string {
  return written([
    ...OF_THE_LIST.map((name): [string, string | undefined] => [name, search.get(name) ?? undefined]),
    ...Object.entries(more),
  ]);
}

function written(entries: [string, string | undefined][]): string {
  const search = new URLSearchParams(
    entries.filter((entry): entry is [string, string] => Boolean(entry[1])),
  ).toString();
  return search && `?${search}`;
}
