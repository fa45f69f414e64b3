import { Link, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { TEMPLATE_LABELS, type MessageSummary } from '#app/modules/messaging/messages/message.ts';
import { CHANGED_BY_CUSTOMER } from '#app/modules/orders/orders/order.ts';
import type { findOrderHistory } from '#app/modules/orders/orders/orders.server.ts';
import { titleCase } from '#app/routes/admin/shared/labels.ts';
import { MessageStateBadge } from '#app/routes/admin/shared/message-state-badge.tsx';
import { Counted } from '#app/routes/admin/shared/part.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';

export function OrderHistory({ history }: { history: Awaited<ReturnType<typeof findOrderHistory>> }) {
  return (
    <Accordion title={<Counted title="History" count={history.length} />}>
      <ol className="grid gap-2.5">
        {history.map((entry) => (
          <li key={`${entry.createdAt.getTime()} ${entry.toStatus} ${entry.reason}`} className="leading-snug">
            <span className="font-semibold wrap-anywhere">
              {entry.fromStatus === entry.toStatus ? entry.reason : titleCase(entry.toStatus)}
            </span>
            <span className="meta num block">
              {formatMoment(entry.createdAt)}, {entry.changedByName ?? 'the shop'}
            </span>
            {entry.reason && entry.fromStatus !== entry.toStatus ? (
              <span className="meta block">{entry.reason}</span>
            ) : null}
          </li>
        ))}
      </ol>
    </Accordion>
  );
}

export function CustomerChanges({
  history,
  note,
}: {
  history: Awaited<ReturnType<typeof findOrderHistory>>;
  note: string;
}) {
  const changes = history.filter(({ reason }) => reason?.startsWith(CHANGED_BY_CUSTOMER));
  if (changes.length === 0) return null;
  return (
    <Note tone="info">
      {changes.map(({ createdAt, reason }) => (
        <p key={`${createdAt.getTime()} ${reason}`} className="wrap-anywhere">
          {reason} <span className="meta num">{formatMoment(createdAt)}</span>
        </p>
      ))}
      {note === '' ? null : <p className="wrap-anywhere whitespace-pre-line">Note: {note}</p>}
    </Note>
  );
}

export function MessagesWritten({
  messages,
  maySend,
  formKey,
  returnTo,
}: {
  messages: MessageSummary[];
  maySend: boolean;
  formKey: string;
  returnTo: string;
}) {
  if (messages.length === 0) return <p className="meta">No messages yet.</p>;
  return (
    <ul className="grid gap-1">
      {messages.map((message) => (
        <li key={message.id}>
          <MessageWritten message={message} maySend={maySend} formKey={formKey} returnTo={returnTo} />
        </li>
      ))}
    </ul>
  );
}

function MessageWritten({
  message,
  maySend,
  formKey,
  returnTo,
}: {
  message: MessageSummary;
  maySend: boolean;
  formKey: string;
  returnTo: string;
}) {
  const mayResend = maySend && message.state !== 'queued' && message.sentBy === null;
  const row = 'grid grid-cols-rest-auto items-center gap-x-3 leading-snug';
  const written = (
    <>
      <span>
        <Link className="link wrap-anywhere" to={href('/admin/messages/:id', { id: message.id })}>
          {message.template === 'reply' ? message.subject : TEMPLATE_LABELS[message.template]}
        </Link>
        <span className="meta num block">
          {formatMoment(message.sentAt ?? message.createdAt)} · {message.recipient}
          {message.sentBy ? `, by ${message.sentBy}` : null}
        </span>
      </span>
      <div className="grid justify-items-end">
        <MessageStateBadge state={message.state} />
        {mayResend ? (
          <>
            <input type="hidden" name="key" value={formKey} />
            <input type="hidden" name="returnTo" value={returnTo} />
            <input type="hidden" name="stays" value="yes" />
            <Button look="quiet" aria-label={`Send “${message.subject}” again`}>
              {message.state === 'sent' ? 'Send again' : 'Send now'}
            </Button>
          </>
        ) : null}
      </div>
    </>
  );
  return mayResend ? (
    <ActionForm action={href('/admin/messages/:id', { id: message.id })} className={row}>
      {written}
    </ActionForm>
  ) : (
    <div className={row}>{written}</div>
  );
}
