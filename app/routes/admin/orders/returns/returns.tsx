import { href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { RETURN_REASONS, type ReturnRequest } from '#app/modules/orders/returns/return.ts';
import { listReturns, RETURN_STAGES, type ReturnStage } from '#app/modules/orders/returns/returns.server.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListPage } from '#app/routes/admin/shared/list-page.tsx';
import { chipsOf } from '#app/routes/admin/shared/list-parts.tsx';
import { listQuery, oneOf, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import type { Route } from './+types/returns.ts';
import { ReturnBadge } from './badge.tsx';

export const meta = adminMeta('Returns');

const STAGES: Record<ReturnStage, string> = {
  pending: 'To answer',
  accepted: 'On their way',
  received: 'Received',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  closed: 'Closed',
};

export const loader = ({ context, url }: Route.LoaderArgs) =>
  listReturns(context.get(shopContext), {
    ...listQuery(url),
    stage: oneOf(RETURN_STAGES, url.searchParams.get('status')),
  });

export default function Returns({ loaderData: { requests, counts, nextCursor } }: Route.ComponentProps) {
  const listSearch = useListSearch();
  return (
    <ListPage
      path={href('/admin/returns')}
      title="Returns"
      count={`${countOf(counts.all, 'request')}, ${counts.pending.toLocaleString('en-IN')} to answer`}
      search={{ label: 'Search returns', placeholder: 'Order number, customer or email' }}
      filter={{ label: 'Stage', name: 'status', chips: chipsOf(STAGES, counts) }}
      found="Returns found"
      shown={requests.length}
      next={nextCursor}
      empty={{
        title: 'No returns',
        first: 'Return and exchange requests appear here.',
        none: 'Try a different search.',
        all: 'Show all returns',
      }}
    >
      <RecordList
        low
        caption="Returns, newest first"
        rows={requests}
        title={{
          head: 'Request',
          of: (request) => `${request.kind === 'return' ? 'Return' : 'Exchange'} ${request.orderNumber}`,
          to: (request) => `${href('/admin/returns/:id', { id: request.id })}${listSearch}`,
        }}
        columns={COLUMNS}
      />
    </ListPage>
  );
}

const COLUMNS: RecordColumn<ReturnRequest>[] = [
  {
    head: 'Customer',
    cell: ({ customerName, userId }) => <CustomerLink name={customerName} userId={userId} />,
    card: 'line',
  },
  { head: 'Reason', cell: (request) => RETURN_REASONS[request.reason].label, card: 'line' },
  { head: 'State', cell: (request) => <ReturnBadge request={request} />, card: 'badge' },
  { head: 'Requested', cell: (request) => formatShortDay(request.createdAt), card: 'side' },
];
