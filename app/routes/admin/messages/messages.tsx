import { Form, Link, Outlet, useSearchParams } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import {
  MESSAGE_STATE_LABELS,
  MESSAGE_STATES,
  type MessageState,
  TEMPLATE_LABELS,
} from '#app/modules/notifications/message.ts';
import { listMessages, findUndelivered } from '#app/modules/notifications/notifications.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { EVENT_LABELS } from '#app/routes/admin/shared/labels.ts';
import { ListChips, ListHead, ListSearch, Paging } from '#app/routes/admin/shared/list-parts.tsx';
import { pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { MessageStateBadge } from '#app/routes/admin/shared/message-state-badge.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/messages.ts';

export const meta = () => adminMeta('Messages');

const isState = (text: string): text is MessageState => (MESSAGE_STATES as readonly string[]).includes(text);

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const chosen = url.searchParams.get('status') ?? '';
  const [page, events] = await Promise.all([
    listMessages(shop, {
      state: isState(chosen) ? chosen : undefined,
      search: url.searchParams.get('q') ?? undefined,
      after: url.searchParams.get('cursor') ?? undefined,
    }),
    findUndelivered(shop),
  ]);
  return { ...page, events, hasMailServer: shop.config.smtpUrl !== undefined };
}

/** What the shop wrote to people: sent, waiting, kept, or failed and why. */
export default function Messages({
  loaderData: { messages, counts, next, events, hasMailServer },
}: Route.ComponentProps) {
  const [search] = useSearchParams();
  const chosen = search.get('status') ?? '';
  const listSearch = pickListSearch(search);
  const chips = [
    { value: '', label: 'All', count: counts.all },
    ...MESSAGE_STATES.map((value) => ({ value, label: MESSAGE_STATE_LABELS[value], count: counts[value] })),
  ];
  return (
    <>
      <ListHead
        title="Messages"
        count={
          <>
            {counts.all === 1 ? '1 message' : `${counts.all.toLocaleString('en-IN')} messages`},{' '}
            {counts.failed.toLocaleString('en-IN')} failed
          </>
        }
      />
      {hasMailServer ? null : (
        <Note tone="info">No mail server is set. Messages are kept here and can be read and sent later.</Note>
      )}
      {events.length > 0 ? (
        <section className="panel" aria-labelledby="undelivered">
          <div className="panel-head">
            <h2 id="undelivered">Not delivered after ten tries</h2>
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
                <Form method="post" action={`/admin/events/${event.id}/resend`} preventScrollReset>
                  <Button look="card">Try again</Button>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ListSearch path="/admin/messages" keep={['status']} label="Search messages" placeholder="Recipient or subject" />
      <ListChips path="/admin/messages" label="State" name="status" chips={chips} />
      <section className="panel" aria-label="Messages found">
        {messages.length === 0 ? (
          <EmptyState
            title="No messages"
            action={
              listSearch ? (
                <ButtonLink look="secondary" to="/admin/messages">
                  Show all messages
                </ButtonLink>
              ) : undefined
            }
          >
            {listSearch ? 'Nothing here fits this search.' : 'Mails about orders will stand here.'}
          </EmptyState>
        ) : null}
        <ul>
          {messages.map((message) => (
            <li
              key={message.id}
              className="relative grid grid-cols-rest-auto gap-x-4 gap-y-0.5 border-line px-panel py-3.5 not-first:border-t hover:bg-sand/45 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_7rem_13rem] md:items-center"
            >
              <span className="leading-snug">
                <Link
                  className="font-semibold wrap-anywhere after:absolute after:inset-0"
                  to={`/admin/messages/${message.id}${listSearch}`}
                  preventScrollReset
                >
                  {message.subject}
                </Link>
                <span className="meta block">{TEMPLATE_LABELS[message.template]}</span>
              </span>
              <span className="justify-self-end md:order-3 md:justify-self-start">
                <MessageStateBadge state={message.state} />
              </span>
              <span className="col-span-2 text-ink-2 text-sm wrap-anywhere md:order-2 md:col-span-1">
                {message.recipient}
              </span>
              <span className="num col-span-2 text-ink-3 text-sm md:order-4 md:col-span-1 md:text-right">
                {formatMoment(message.sentAt ?? message.createdAt)}
              </span>
              {message.lastError ? (
                <span className="col-span-full text-alert text-sm wrap-anywhere md:order-5">{message.lastError}</span>
              ) : null}
            </li>
          ))}
        </ul>
        <Paging
          path="/admin/messages"
          shown={messages.length}
          of={isState(chosen) ? counts[chosen] : counts.all}
          next={next}
        />
      </section>
      <Outlet />
    </>
  );
}
