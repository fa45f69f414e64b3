import { href, Link, useSearchParams } from 'react-router';
import { formatMoment, formatShortDay } from '#app/basics/india.ts';
import { REQUEST_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import {
  type ListedRequest,
  listedRequests,
  listRequests,
  type RequestRow,
} from '#app/modules/requests/requests/read-requests.server.ts';
import {
  REQUEST_GROUPS,
  REQUEST_KINDS,
  REQUEST_STATUS_LABELS,
  type RequestGroup,
} from '#app/modules/requests/requests/request.ts';
import { labelOfState, toneOf, unreadSentence } from '#app/routes/requests/labels.ts';
import { MESSAGE_FIELD } from '#app/routes/requests/use-composer.ts';
import { WaitingLine } from '#app/routes/requests/waiting-line.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListPage } from '#app/routes/admin/shared/list-page.tsx';
import { listQuery, oneOf, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { RowPhone } from '#app/routes/admin/shared/phone-links.tsx';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { RowMenu } from '#app/routes/admin/shared/row-menu.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { UndoNote } from '#app/routes/admin/shared/undo-note.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { WrappedText } from '#app/ui/kit/wrapped-text.tsx';
import type { Route } from './+types/requests.ts';

export const meta = adminMeta('Order Requests');

const GROUP_LABELS: Record<RequestGroup, string> = {
  ...REQUEST_STATUS_LABELS,
  'to-answer': 'To answer',
  'with-customer': 'With the customer',
};

const defaultSort = (group: RequestGroup) => (group === 'to-answer' ? 'date' : '-date');

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const group = oneOf(REQUEST_GROUPS, url.searchParams.get('status')) ?? 'to-answer';
  const query = listQuery(url);
  const page = await listRequests(shop, { ...query, sort: query.sort ?? defaultSort(group), group });
  const listed = await listedRequests(
    shop,
    page.requests.map(({ id }) => id),
  );
  const requests = page.requests.flatMap((request) => {
    const shown = listed.get(request.id);
    return shown ? [{ ...request, ...shown }] : [];
  });
  return { ...page, group, requests, now: shop.now };
}

type Shown = RequestRow & ListedRequest;

export default function Requests({ loaderData: { requests, counts, nextCursor, group, now } }: Route.ComponentProps) {
  const listSearch = useListSearch();
  const columns: RecordColumn<Shown>[] = [
    {
      head: 'Name',
      cell: (request) => (
        <>
          <span className="inline-block wide:min-w-20">
            <CustomerLink name={request.name} userId={request.userId} />
          </span>
          <span className="wide:hidden" aria-hidden="true">
            , {REQUEST_KINDS[request.kind].toLowerCase()}
          </span>
        </>
      ),
      card: 'line',
      sort: 'name',
    },
    {
      // Both are in one column, because the message needs the space.
      head: 'Email and phone',
      cell: (request) => (
        <>
          <WrappedText text={request.email} />
          <RowPhone phone={request.phone} />
        </>
      ),
    },
    {
      head: 'Message',
      cell: (request) => <span className="line-clamp-4 min-w-36">{shorten(request.message)}</span>,
    },
    {
      head: 'Status',
      cell: (request) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={toneOf(request.state)}>{labelOfState(request, 'studio')}</Badge>
          <span className="grid justify-items-start gap-1 max-wide:hidden">
            <Waits request={request} now={now} />
          </span>
        </span>
      ),
      card: 'badge',
    },
    {
      head: 'Waits',
      cell: (request) => (
        <span className="flex flex-wrap gap-x-3">
          <Waits request={request} now={now} />
        </span>
      ),
      card: 'foot',
      onlyOnCard: true,
    },
    {
      head: 'Date',
      cell: (request) => <span className="whitespace-nowrap">{formatShortDay(request.createdAt)}</span>,
      card: 'side',
      sort: 'date',
    },
    ...(group === 'to-answer' || group === 'with-customer'
      ? [{ head: 'Answer', cell: (request: Shown) => <Answer request={request} listSearch={listSearch} /> }]
      : []),
  ];
  return (
    <ListPage
      path={href('/admin/requests')}
      title="Order Requests"
      count={`${counts['to-answer'].toLocaleString('en-IN')} to answer`}
      outcome={<Outcome />}
      search={{ label: 'Search requests', placeholder: 'Name, email or piece' }}
      filter={{
        label: 'Status',
        name: 'status',
        chips: REQUEST_GROUPS.map((each) => ({
          value: each === 'to-answer' ? '' : each,
          label: GROUP_LABELS[each],
          count: counts[each],
        })),
      }}
      found="Requests found"
      shown={requests.length}
      next={nextCursor}
      empty={{
        title: group === 'to-answer' ? 'No requests to answer' : 'No requests found.',
        first: 'Requests for sold-out pieces and custom orders appear here.',
        all: 'Show requests to answer',
      }}
    >
      <RecordList<Shown>
        caption={`Requests, ${GROUP_LABELS[group].toLowerCase()}, newest first`}
        rows={requests}
        title={{
          head: 'Artwork',
          of: (request) => (
            <>
              {request.artworkTitle ?? 'A deleted artwork'}
              <span className="meta inline-block w-full font-normal max-wide:sr-only">
                {REQUEST_KINDS[request.kind]}
                <span className="sr-only">, {formatMoment(request.createdAt)}</span>
              </span>
            </>
          ),
          to: (request) => `${href('/admin/requests/:id', { id: request.id })}${listSearch}`,
        }}
        columns={columns}
        sorted={defaultSort(group)}
      />
    </ListPage>
  );
}

function Outcome() {
  const [search] = useSearchParams();
  const refusal = oneOf(['accepted-before', 'ended-before'] as const, search.get('refused'));
  if (refusal) return <Note tone="alert">{REQUEST_ANSWERS[refusal]}</Note>;
  if (search.get('done') !== 'rejected') return null;
  return (
    <UndoNote
      action={href('/admin/requests/:id', { id: search.get('of') ?? '' })}
      undo={{ name: 'intent', value: 'undo-rejection' }}
    >
      {REQUEST_ANSWERS.rejected}
    </UndoNote>
  );
}

function Waits({ request, now }: { request: Shown; now: Date }) {
  return (
    <>
      {request.unread > 0 ? (
        <span className="text-geru text-xs font-semibold">{unreadSentence(request.unread)}</span>
      ) : null}
      {request.waiting ? (
        <WaitingLine waiting={request.waiting} side="studio" name={request.name} now={now} small />
      ) : null}
    </>
  );
}

const MAX_SHOWN = 70;

const shorten = (message: string): string =>
  message.length > MAX_SHOWN ? `${message.slice(0, MAX_SHOWN).trimEnd()}…` : message || 'No message';

function Answer({ request, listSearch }: { request: Shown; listSearch: string }) {
  const page = `${href('/admin/requests/:id', { id: request.id })}${listSearch}`;
  const atOnce = request.kind !== 'custom' && request.artworkPrice !== null;
  const hasQuote = request.state === 'quoted';
  const [part, label, name] =
    request.status !== 'pending' || hasQuote
      ? [MESSAGE_FIELD, 'Write', `Write to ${request.name}`]
      : atOnce
        ? ['accept', 'Accept', `Accept the request of ${request.name}`]
        : ['quote', 'Send quote', `Send a quote to ${request.name}`];
  return (
    <div className="relative z-10 flex flex-wrap items-center gap-1.5 py-1.5">
      <Link className="button button-card button-small" to={`${page}#${part}`} preventScrollReset aria-label={name}>
        {label}
      </Link>
      {request.status === 'pending' ? (
        <RowMenu label={`More actions for the request of ${request.name}`}>
          <ActionForm action={href('/admin/requests/:id', { id: request.id })}>
            <input type="hidden" name="intent" value="reject" />
            <FailureText>{REQUEST_ANSWERS['not-rejected']}</FailureText>
            <Button look="quiet" full aria-label={`Reject the request of ${request.name}`}>
              Reject
            </Button>
          </ActionForm>
        </RowMenu>
      ) : null}
    </div>
  );
}
