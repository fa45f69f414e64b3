import { Form, href } from 'react-router';
import type { MyOrders, MyOrdersFilter } from '#app/modules/orders/orders/orders.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Chip } from '#app/ui/kit/chip.tsx';
import { SearchField } from '#app/ui/shop/search-field.tsx';

type Narrowed = { q: string; period: MyOrdersFilter['period'] };
type History = Omit<MyOrders, 'orders'> & Narrowed & { isFirstPage: boolean };

const FEW = 5;

/** Reads search, period ('2026' or 'last-3-months') and page from the URL. Ignores invalid values. */
export function historyFilter(search: URLSearchParams): Narrowed & { cursor: string | undefined } {
  const period = search.get('period') ?? '';
  return {
    q: (search.get('q') ?? '').trim().slice(0, 100),
    period: period === 'last-3-months' ? period : /^20\d\d$/.test(period) ? Number(period) : undefined,
    cursor: search.get('cursor') ?? undefined,
  };
}

function addressOf({ q, period, cursor }: Narrowed & { cursor?: string }): string {
  const search = new URLSearchParams();
  if (q) search.set('q', q);
  if (period) search.set('period', String(period));
  if (cursor) search.set('cursor', cursor);
  return search.size > 0 ? `${href('/profile/orders')}?${search}` : href('/profile/orders');
}

export function HistoryFilter({ history }: { history: History }) {
  const { q, period, years, all, found } = history;
  const isNarrowed = q !== '' || period !== undefined;
  if (all <= FEW && !isNarrowed) return null;
  const chips: [label: string, period: Narrowed['period']][] = [
    ['All', undefined],
    ['Last 3 months', 'last-3-months'],
    ...years.map((year): [string, number] => [String(year), year]),
  ];
  return (
    <search className="order-filter">
      <Form method="get" action={href('/profile/orders')} preventScrollReset>
        {period ? <input type="hidden" name="period" value={period} /> : null}
        <SearchField label="Search your orders" placeholder="Order number, piece or payment reference" value={q} />
      </Form>
      <div className="chips">
        {chips.map(([label, wanted]) => (
          <Chip key={label} to={addressOf({ q, period: wanted })} chosen={period === wanted}>
            {label}
          </Chip>
        ))}
      </div>
      <p className="meta num" role="status">
        {isNarrowed ? `${found} of ${all} orders` : ''}
      </p>
    </search>
  );
}

export function HistoryPaging({ history, shown }: { history: History; shown: number }) {
  const { q, period, found, nextCursor, isFirstPage } = history;
  if (!nextCursor && isFirstPage) return null;
  return (
    <nav className="flex flex-wrap items-center justify-between gap-3" aria-label="Order history">
      <span className="meta num" translate="no">
        Showing {shown} of {found}
      </span>
      <span className="flex gap-2">
        {isFirstPage ? null : (
          <ButtonLink look="card" to={addressOf({ q, period })}>
            Newest
          </ButtonLink>
        )}
        {nextCursor ? (
          <ButtonLink look="card" to={addressOf({ q, period, cursor: nextCursor })}>
            Older orders
          </ButtonLink>
        ) : null}
      </span>
    </nav>
  );
}
