import { Outlet, useSearchParams, href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { RETURN_REASONS, type ReturnRequest } from '#app/modules/returns/return.ts';
import { listReturns, RETURN_STAGES, type ReturnStage } from '#app/modules/returns/returns.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListChips, ListHead, ListSearch, Paging } from '#app/routes/admin/shared/list-parts.tsx';
import { pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { Route } from './+types/returns.ts';
import { ReturnBadge } from './badge.tsx';

export const meta = () => adminMeta('Returns');

const STAGES: Record<ReturnStage, string> = {
  pending: 'To answer',
  accepted: 'On their way',
  received: 'Received',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = await listReturns(context.get(shopContext), {
    stage: RETURN_STAGES.find((stage) => stage === url.searchParams.get('status')),
    search: url.searchParams.get('q') ?? undefined,
    cursor: url.searchParams.get('cursor') ?? undefined,
  });
  return { ...page, stages: RETURN_STAGES };
}

/** What customers want to send back or exchange, newest first. */
export default function Returns({ loaderData: { requests, counts, nextCursor, stages } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const chosen = stages.find((stage) => stage === search.get('status'));
  const listSearch = pickListSearch(search);
  const chips = [
    { value: '', label: 'All', count: counts.all },
    ...stages.map((value) => ({ value, label: STAGES[value], count: counts[value] })),
  ];
  return (
    <>
      <ListHead
        title="Returns"
        count={
          <>
            {counts.all === 1 ? '1 request' : `${counts.all.toLocaleString('en-IN')} requests`},{' '}
            {counts.pending.toLocaleString('en-IN')} to answer
          </>
        }
      />
      <ListSearch
        path={href('/admin/returns')}
        keep={['status']}
        label="Search returns"
        placeholder="Order number, customer or e-mail"
      />
      <ListChips path={href('/admin/returns')} label="Stage" name="status" chips={chips} />
      <section className="panel" aria-label="Returns found">
        {requests.length === 0 ? (
          <EmptyState
            title="No returns"
            action={
              listSearch ? (
                <ButtonLink look="secondary" to={href('/admin/returns')}>
                  Show all returns
                </ButtonLink>
              ) : undefined
            }
          >
            {listSearch
              ? 'Nothing here fits this search.'
              : 'What customers want to send back or exchange will stand here.'}
          </EmptyState>
        ) : (
          <RecordList
            caption="Returns, newest first"
            rows={requests}
            keyOf={(request) => request.id}
            title={{
              head: 'Request',
              of: (request) => `${request.kind === 'return' ? 'Return' : 'Exchange'} ${request.orderNumber}`,
              to: (request) => `${href('/admin/returns/:id', { id: request.id })}${listSearch}`,
            }}
            columns={COLUMNS}
          />
        )}
        <Paging
          path={href('/admin/returns')}
          shown={requests.length}
          of={chosen ? counts[chosen] : counts.all}
          next={nextCursor}
        />
      </section>
      <Outlet />
    </>
  );
}

const COLUMNS: RecordColumn<ReturnRequest>[] = [
  { head: 'Customer', cell: (request) => request.customerName, card: 'line' },
  { head: 'Reason', cell: (request) => RETURN_REASONS[request.reason].label, card: 'line' },
  { head: 'State', cell: (request) => <ReturnBadge request={request} />, card: 'badge' },
  { head: 'Asked', cell: (request) => formatShortDay(request.createdAt), card: 'side' },
];
