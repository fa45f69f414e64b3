import { href } from 'react-router';
import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { formatMoment, formatShortMoment } from '#app/basics/india.ts';
import { findVerifiedAccounts } from '#app/modules/identity/accounts/find-account.server.ts';
import { MESSAGE_STATE_LABELS, MESSAGE_STATES, TEMPLATE_LABELS } from '#app/modules/messaging/messages/message.ts';
import { listMessages, findUndelivered } from '#app/modules/messaging/messages/messages.server.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { isOwner } from '#app/platform/shop.server.ts';
import { ErrorReportLink } from '#app/routes/admin/shared/error-report-link.tsx';
import { resendDead } from '#app/platform/outbox/outbox.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { countOf, EVENT_LABELS } from '#app/routes/admin/shared/labels.ts';
import { ListPage } from '#app/routes/admin/shared/list-page.tsx';
import { chipsOf } from '#app/routes/admin/shared/list-parts.tsx';
import { listQuery, oneOf, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { type RecordColumn, RecordList } from '#app/routes/admin/shared/record-list.tsx';
import { MessageStateBadge } from '#app/routes/admin/shared/message-state-badge.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/messages.ts';

export const meta = adminMeta('Sent messages');

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { search, cursor: after } = listQuery(url);
  const state = oneOf(MESSAGE_STATES, url.searchParams.get('status'));
  const [page, events] = await Promise.all([listMessages(shop, { state, search, after }), findUndelivered(shop)]);
  const accounts = await findVerifiedAccounts(
    shop,
    page.messages.map(({ recipient }) => recipient),
  );
  const messages = page.messages.map((message) => ({
    ...message,
    userId: accounts.get(message.recipient.toLowerCase()),
  }));
  return { ...page, messages, events, hasMailServer: shop.config.smtpUrl !== undefined, isOwner: isOwner(shop) };
}

const form = formOf();

export const action = formAction(
  form({
    schema: z.strictObject({ event: uuidSchema }),
    run: (shop, { event }) => resendDead(shop, event),
    done: () => ({ ok: true, toast: { text: 'Queued to be tried again.' } }),
    refused: {},
    back: () => href('/admin/messages'),
  }),
);

export default function Messages({
  loaderData: { messages, counts, next, events, hasMailServer, isOwner },
}: Route.ComponentProps) {
  const listSearch = useListSearch();
  return (
    <ListPage
      path={href('/admin/messages')}
      title="Sent messages"
      count={`${countOf(counts.all, 'message')}, ${counts.failed.toLocaleString('en-IN')} failed`}
      above={
        <>
          {hasMailServer ? null : (
            <Note tone="info">Email isn’t set up yet. You can read messages here and send them later.</Note>
          )}
          <Undelivered events={events} />
          {isOwner && (events.length > 0 || counts.failed > 0) ? (
            <p>
              <ErrorReportLink />
            </p>
          ) : null}
        </>
      }
      search={{ label: 'Search messages', placeholder: 'Recipient or subject' }}
      filter={{ label: 'State', name: 'status', chips: chipsOf(MESSAGE_STATE_LABELS, counts) }}
      found="Messages found"
      shown={messages.length}
      next={next}
      empty={{
        title: 'No messages',
        first: 'Emails about orders appear here.',
        none: 'Try a different search.',
        all: 'Show all messages',
      }}
    >
      <RecordList
        low
        caption="Messages, newest first"
        rows={messages}
        title={{
          head: 'Subject',
          of: (message) => (
            <span className="leading-snug wrap-anywhere">
              {message.subject}
              {message.lastError ? (
                <span className="inline-block w-full font-normal text-alert text-sm">{message.lastError}</span>
              ) : null}
            </span>
          ),
          to: (message) => `${href('/admin/messages/:id', { id: message.id })}${listSearch}`,
        }}
        columns={COLUMNS}
      />
    </ListPage>
  );
}

const COLUMNS: RecordColumn<Route.ComponentProps['loaderData']['messages'][number]>[] = [
  {
    head: 'To',
    cell: (message) => <CustomerLink name={message.recipient} userId={message.userId} />,
    card: 'line',
  },
  { head: 'About', cell: (message) => TEMPLATE_LABELS[message.template], card: 'foot' },
  { head: 'State', cell: (message) => <MessageStateBadge state={message.state} />, card: 'badge' },
  {
    head: 'When',
    cell: (message) => (
      <span className="whitespace-nowrap">{formatShortMoment(message.sentAt ?? message.createdAt)}</span>
    ),
    card: 'foot',
  },
];

function Undelivered({ events }: Pick<Route.ComponentProps['loaderData'], 'events'>) {
  if (events.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="undelivered">
      <div className="panel-head">
        <h2 id="undelivered">Not delivered after ten attempts</h2>
      </div>
      <ul>
        {events.map((event) => (
          <li
            key={event.id}
            className="grid items-center gap-3 border-t border-line px-panel py-3 md:grid-cols-rest-auto"
          >
            <span className="leading-snug">
              <b className="font-semibold">{EVENT_LABELS[event.name] ?? event.name}</b>
              <span className="meta num block">{formatMoment(event.createdAt)}</span>
              <span className="meta block wrap-anywhere">{event.lastError}</span>
            </span>
            <ActionForm action={href('/admin/messages')}>
              <input type="hidden" name="event" value={event.id} />
              <Button look="card">Try again</Button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
