import { Outlet, useOutletContext, useSearchParams } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { listContactMessages } from '#app/modules/contact/contact.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListChips, ListHead, ListSearch, Paging } from '#app/routes/admin/shared/list-parts.tsx';
import { pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import type { LiveOutlet } from '#app/routes/admin/shared/live-outlet.ts';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { Route } from './+types/contact.ts';

export const meta = () => adminMeta('Contact');

const STATES = { open: 'To answer', answered: 'Answered' } as const;
const isState = (text: string): text is keyof typeof STATES => Object.hasOwn(STATES, text);

export async function loader({ context, url }: Route.LoaderArgs) {
  const chosen = url.searchParams.get('status') ?? '';
  return listContactMessages(context.get(shopContext), {
    state: isState(chosen) ? chosen : undefined,
    search: url.searchParams.get('q') ?? undefined,
    cursor: url.searchParams.get('cursor') ?? undefined,
  });
}

/** What came through the contact form, with its ticket numbers. */
export default function Contact({ loaderData: { messages, counts, nextCursor } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const live = useOutletContext<LiveOutlet>();
  const chosen = search.get('status') ?? '';
  const listSearch = pickListSearch(search);
  const chips = [
    { value: '', label: 'All', count: counts.all },
    ...(Object.keys(STATES) as (keyof typeof STATES)[]).map((value) => ({
      value,
      label: STATES[value],
      count: counts[value],
    })),
  ];
  return (
    <>
      <ListHead title="Contact" count={<>{counts.open.toLocaleString('en-IN')} to answer</>} />
      <ListSearch path="/admin/contact" keep={['status']} label="Search messages" placeholder="Ticket, name or words" />
      <ListChips path="/admin/contact" label="State" name="status" chips={chips} />
      <section className="panel" aria-label="Messages found">
        {messages.length === 0 ? (
          <EmptyState
            title="No messages"
            action={
              listSearch ? (
                <ButtonLink look="secondary" to="/admin/contact">
                  Show all messages
                </ButtonLink>
              ) : undefined
            }
          >
            What people write through the contact form stands here.
          </EmptyState>
        ) : (
          <RecordList
            caption="Contact messages, newest first"
            rows={messages}
            keyOf={(message) => message.id}
            title={{
              head: 'Ticket',
              of: (message) => <span className="whitespace-nowrap">{message.ticketNumber}</span>,
              to: (message) => `/admin/contact/${message.id}${listSearch}`,
            }}
            columns={COLUMNS}
          />
        )}
        <Paging
          path="/admin/contact"
          shown={messages.length}
          of={isState(chosen) ? counts[chosen] : counts.all}
          next={nextCursor}
        />
      </section>
      <Outlet context={live} />
    </>
  );
}

const COLUMNS: RecordColumn<Awaited<ReturnType<typeof listContactMessages>>['messages'][number]>[] = [
  { head: 'Name', cell: (message) => message.name, card: 'line' },
  { head: 'Email', cell: (message) => message.email },
  { head: 'Subject', cell: (message) => message.subject, card: 'line' },
  {
    head: 'State',
    cell: (message) =>
      message.repliedAt ? <Badge tone="pine">{STATES.answered}</Badge> : <Badge tone="haldi">{STATES.open}</Badge>,
    card: 'badge',
  },
  { head: 'Date', cell: (message) => formatShortDay(message.createdAt), card: 'line' },
];
