import { Form, Outlet, useOutletContext, useSearchParams } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { listContactMessages } from '#app/modules/contact/contact.server.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import type { LiveOutlet } from '#app/routes/admin/shared/live-outlet.ts';
import { changedSearch, keptSearch } from '#app/routes/admin/shared/list-search.ts';
import { Paging } from '#app/routes/admin/shared/paging.tsx';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { Chip } from '#app/ui/kit/chip.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { SearchField } from '#app/ui/shop/search-field.tsx';
import type { Route } from './+types/contact.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Contact, admin' }, { name: 'robots', content: 'noindex' }];

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
  const kept = keptSearch(search);
  const listAt = (changes: Record<string, string | undefined>) => `/admin/contact${changedSearch(search, changes)}`;
  return (
    <>
      <div className="admin-head">
        <div>
          <h1>Contact</h1>
          <p className="meta num">{counts.open.toLocaleString('en-IN')} to answer</p>
        </div>
      </div>
      <Form action="/admin/contact" role="search" className="max-w-104">
        {chosen ? <input type="hidden" name="status" value={chosen} /> : null}
        <SearchField label="Search messages" placeholder="Ticket, name or words" value={search.get('q') ?? ''} />
      </Form>
      <nav className="chips chips-wide" aria-label="State">
        <Chip to={listAt({ status: undefined })} chosen={!isState(chosen)}>
          All <span className="num opacity-75">{counts.all.toLocaleString('en-IN')}</span>
        </Chip>
        {(Object.keys(STATES) as (keyof typeof STATES)[]).map((state) => (
          <Chip key={state} to={listAt({ status: state })} chosen={chosen === state}>
            {STATES[state]} <span className="num opacity-75">{counts[state].toLocaleString('en-IN')}</span>
          </Chip>
        ))}
      </nav>
      <section className="panel" aria-label="Messages found">
        {messages.length === 0 ? (
          <EmptyState
            title="No messages"
            action={
              kept ? (
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
              to: (message) => `/admin/contact/${message.id}${kept}`,
            }}
            columns={COLUMNS}
          />
        )}
        <Paging
          shown={messages.length}
          of={isState(chosen) ? counts[chosen] : counts.all}
          first={search.has('cursor') ? listAt({}) : undefined}
          next={nextCursor ? listAt({ cursor: nextCursor }) : undefined}
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
