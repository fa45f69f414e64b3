import { href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { findVerifiedAccounts } from '#app/modules/identity/accounts/find-account.server.ts';
import { listContactMessages } from '#app/modules/messaging/contact/contact.server.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ListPage } from '#app/routes/admin/shared/list-page.tsx';
import { chipsOf } from '#app/routes/admin/shared/list-parts.tsx';
import { listQuery, oneOf, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import type { Route } from './+types/contact.ts';

export const meta = adminMeta('Inbox');

const STATES = { open: 'To answer', answered: 'Answered' } as const;
const STATE_NAMES = Object.keys(STATES) as (keyof typeof STATES)[];

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const page = await listContactMessages(shop, {
    ...listQuery(url),
    state: oneOf(STATE_NAMES, url.searchParams.get('status')),
  });
  const accounts = await findVerifiedAccounts(
    shop,
    page.messages.map(({ email }) => email),
  );
  return {
    ...page,
    messages: page.messages.map((message) => ({ ...message, userId: accounts.get(message.email.toLowerCase()) })),
  };
}

export default function Contact({ loaderData: { messages, counts, nextCursor } }: Route.ComponentProps) {
  const listSearch = useListSearch();
  return (
    <ListPage
      path={href('/admin/contact')}
      title="Inbox"
      count={`${counts.open.toLocaleString('en-IN')} to answer`}
      search={{ label: 'Search messages', placeholder: 'Ticket, name or words' }}
      filter={{ label: 'State', name: 'status', chips: chipsOf(STATES, counts) }}
      found="Messages found"
      shown={messages.length}
      next={nextCursor}
      empty={{
        title: 'No messages',
        first: 'Messages from the contact form appear here.',
        all: 'Show all messages',
      }}
    >
      <RecordList
        low
        caption="Contact messages, newest first"
        rows={messages}
        title={{
          head: 'Ticket',
          of: (message) => <span className="whitespace-nowrap">{message.ticketNumber}</span>,
          to: (message) => `${href('/admin/contact/:id', { id: message.id })}${listSearch}`,
        }}
        columns={COLUMNS}
      />
    </ListPage>
  );
}

const COLUMNS: RecordColumn<Route.ComponentProps['loaderData']['messages'][number]>[] = [
  {
    head: 'Name',
    cell: (message) => <CustomerLink name={message.name} userId={message.userId} />,
    card: 'foot',
  },
  { head: 'Email', cell: (message) => message.email },
  { head: 'Subject', cell: (message) => message.subject, card: 'line' },
  {
    head: 'State',
    cell: (message) =>
      message.repliedAt ? <Badge tone="pine">{STATES.answered}</Badge> : <Badge tone="haldi">{STATES.open}</Badge>,
    card: 'badge',
  },
  { head: 'Date', cell: (message) => formatShortDay(message.createdAt), card: 'side' },
];
