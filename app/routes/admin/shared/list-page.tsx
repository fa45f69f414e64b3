import type { ComponentProps, ReactNode } from 'react';
import { Outlet, useLocation, useOutletContext, useSearchParams } from 'react-router';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { ListChips, ListHead, ListSearch, Paging } from './list-parts.tsx';

export function ListPage({
  path,
  title,
  count,
  add,
  outcome,
  above,
  search,
  aside,
  filter,
  found,
  shown,
  total,
  next,
  empty,
  isGrid,
  below,
  children,
}: {
  path: string;
  title: string;
  count: ReactNode;
  add?: ReactNode;
  outcome?: ReactNode;
  above?: ReactNode;
  search: { label: string; placeholder: string };
  aside?: ReactNode;
  filter?: Omit<ComponentProps<typeof ListChips>, 'path'>;
  found: string;
  shown: number;
  total?: number;
  next?: string | null;
  empty: { title: string; first?: ReactNode; none?: ReactNode; all: string; start?: ReactNode };
  isGrid?: boolean;
  below?: ReactNode;
  children: ReactNode;
}) {
  const [searchParams] = useSearchParams();
  const { pathname } = useLocation();
  const context = useOutletContext();
  const isFiltered = ['q', 'cursor', 'status', filter?.name].some((name) => name && searchParams.get(name));
  const chip = filter?.chips.find(({ value }) => value === searchParams.get(filter.name)) ?? filter?.chips[0];
  const searchField = (
    <ListSearch path={path} {...search} className={aside ? 'max-w-104 min-w-60 flex-1' : undefined} />
  );
  const listed =
    shown > 0 ? (
      children
    ) : (
      <EmptyState
        title={empty.title}
        action={
          isFiltered ? (
            <ButtonLink look="secondary" to={path}>
              {empty.all}
            </ButtonLink>
          ) : (
            empty.start
          )
        }
      >
        {isFiltered ? (empty.none ?? empty.first) : empty.first}
      </EmptyState>
    );
  const showsGridTiles = isGrid && shown > 0;
  return (
    <>
      <ListHead title={title} count={count}>
        {add}
      </ListHead>
      {pathname === path ? outcome : null}
      {above}
      {aside ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          {searchField}
          {aside}
        </div>
      ) : (
        searchField
      )}
      {filter ? <ListChips path={path} {...filter} /> : null}
      {showsGridTiles ? listed : null}
      {showsGridTiles && !next && !searchParams.has('cursor') ? null : (
        <section className="panel" aria-label={found}>
          {showsGridTiles ? null : listed}
          <Paging path={path} shown={shown} of={total ?? chip?.count ?? 0} next={next} />
        </section>
      )}
      {below}
      <Outlet context={context} />
    </>
  );
}
