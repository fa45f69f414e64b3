import { type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { cn } from '#app/ui/kit/class-names.ts';
import { WrappedText } from '#app/ui/kit/wrapped-text.tsx';
import { changedSearch } from './list-search.ts';
import { Chooser } from './bulk-bar.tsx';

export type RecordColumn<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  right?: boolean;
  /** The column's name in `sort`; `-price` sorts descending. */
  sort?: string;
  card?: 'side' | 'badge' | 'line' | 'foot';
  /** Not in the table, where another column contains this field. */
  onlyOnCard?: true;
};

type RecordListProps<Row extends { id: string }> = {
  low?: boolean;
  caption: string;
  rows: readonly Row[];
  title: { head: string; of: (row: Row) => ReactNode; to: (row: Row) => string; sort?: string };
  columns: readonly RecordColumn<Row>[];
  menu?: (row: Row) => ReactNode;
  /** Adds checkboxes for the form with this id (a `BulkBar`). */
  choose?: { form: string; label: (row: Row) => string; chosen?: readonly string[] };
  sorted?: string;
};

export function RecordList<Row extends { id: string }>(props: RecordListProps<Row>) {
  return (
    <>
      <RecordTable {...props} />
      <RecordCards {...props} />
    </>
  );
}

function RecordTable<Row extends { id: string }>({
  low,
  caption,
  rows,
  title,
  columns: all,
  menu,
  choose,
  sorted,
}: RecordListProps<Row>) {
  const columns = all.filter(({ onlyOnCard }) => !onlyOnCard);
  const first = 'px-panel';
  return (
    <table className="hidden w-full border-collapse wide:table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="bg-sand text-left text-ink-2 text-sm">
          {choose ? (
            <th scope="col" className="w-11">
              <span className="sr-only">Choose</span>
            </th>
          ) : null}
          <Head column={title} sorted={sorted} className={first} />
          {columns.map((column) => (
            <Head
              key={column.head}
              column={column}
              sorted={sorted}
              className={cn('px-3', column.right && 'text-right')}
            />
          ))}
          {menu ? (
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={cn('relative border-t border-line hover:bg-sand/45', low ? 'h-11' : 'h-17')}>
            {choose ? (
              <td className="pl-3">
                <Chooser {...choose} value={row.id} label={choose.label(row)} />
              </td>
            ) : null}
            <td className={cn('num py-1', first)}>
              <Link data-row className="link after:absolute after:inset-0" to={title.to(row)} preventScrollReset>
                {wrapText(title.of(row))}
              </Link>
            </td>
            {columns.map((column) => (
              <td
                key={column.head}
                className={cn('num px-3 py-1 leading-tight', column.right && 'whitespace-nowrap text-right')}
              >
                {wrapText(column.cell(row))}
              </td>
            ))}
            {menu ? <td className="pr-2 text-right">{menu(row)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const wrapText = (content: ReactNode) => (typeof content === 'string' ? <WrappedText text={content} /> : content);

function Head({
  column,
  sorted,
  className,
}: {
  column: { head: string; sort?: string };
  sorted?: string;
  className: string;
}) {
  const [search] = useSearchParams();
  const by = search.get('sort') ?? sorted;
  const isUp = column.sort !== undefined && by === column.sort;
  const isDown = column.sort !== undefined && by === `-${column.sort}`;
  return (
    <th
      scope="col"
      className={cn('py-2.5 font-semibold', className)}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      {column.sort ? (
        <Link
          className="inline-flex min-h-11 items-center gap-1 hover:underline"
          to={changedSearch(search, { sort: isUp ? `-${column.sort}` : column.sort }) || '?'}
          preventScrollReset
        >
          {column.head}
          <span aria-hidden="true">{isUp ? '↑' : isDown ? '↓' : ''}</span>
        </Link>
      ) : (
        column.head
      )}
    </th>
  );
}

function RecordCards<Row extends { id: string }>({ rows, title, columns, menu, choose }: RecordListProps<Row>) {
  const at = (place: RecordColumn<Row>['card']) => columns.filter(({ card }) => card === place);
  return (
    <ul className="wide:hidden">
      {rows.map((row) => (
        <li key={row.id} className="relative flex gap-x-3 border-line pt-3.5 pb-3 pl-panel not-first:border-t">
          {choose ? (
            <span className="-ml-3 -mt-2.5">
              <Chooser {...choose} value={row.id} label={choose.label(row)} />
            </span>
          ) : null}
          <div className={cn('grid min-w-0 flex-1 gap-y-1', menu ? undefined : 'pr-panel')}>
            <div className="flex flex-wrap gap-x-3">
              <Link
                data-row
                className="num min-w-min flex-1 font-semibold after:absolute after:inset-0"
                to={title.to(row)}
                preventScrollReset
              >
                {wrapText(title.of(row))}
              </Link>
              {at('side').map((column) => (
                <b key={column.head} className="num ml-auto shrink-0 text-right">
                  {column.cell(row)}
                </b>
              ))}
            </div>
            {at('line').length > 0 || at('badge').length > 0 ? (
              <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
                <div className="meta num grid min-w-min shrink grow basis-24">
                  {at('line').map((column) => (
                    <span key={column.head}>
                      <span className="sr-only">{column.head}: </span>
                      {wrapText(column.cell(row))}
                    </span>
                  ))}
                </div>
                {at('badge').map((column) => (
                  <span key={column.head} className="ml-auto">
                    {column.cell(row)}
                  </span>
                ))}
              </div>
            ) : null}
            {at('foot').length > 0 ? (
              <div className="meta num flex flex-wrap justify-between gap-x-3">
                {at('foot').map((column) => (
                  <span key={column.head}>
                    <span className="sr-only">{column.head}: </span>
                    {column.cell(row)}
                  </span>
                ))}
              </div>
            ) : null}
          </div>
          {menu ? <div className="-mt-2.5 w-12 shrink-0">{menu(row)}</div> : null}
        </li>
      ))}
    </ul>
  );
}
