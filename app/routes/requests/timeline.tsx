import { formatShortMoment } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { RequestPage, TimelineEntry } from '#app/modules/requests/requests/request-page.ts';
import { STAGE_LABELS } from '#app/modules/requests/requests/request.ts';
import { cn } from '#app/ui/kit/class-names.ts';
import { Icon, type IconName } from '#app/ui/kit/icon.tsx';
import type { RequestAddresses } from './addresses.ts';
import { PictureRow } from './picture-row.tsx';

export const CONVERSATION_ID = 'conversation';

/** A live region: screen readers read new entries aloud. */
export function Timeline({ page, addresses }: { page: RequestPage; addresses: RequestAddresses }) {
  const { timeline, side } = page;
  return (
    <section aria-labelledby={CONVERSATION_ID} className="grid gap-3">
      <h2 id={CONVERSATION_ID} className="text-h4" tabIndex={-1}>
        Conversation
      </h2>
      <div role="log" aria-label="Messages and what happened">
        {timeline.length === 0 ? (
          <p className="muted">
            {side === 'studio'
              ? 'No messages yet. Ask a question, or send a quote.'
              : 'We’ve got your request and will reply here.'}
          </p>
        ) : (
          <ol className="conversation">
            {timeline.map((entry) => (
              <li
                key={`${entry.kind} ${entry.id}`}
                className={cn(entry.kind === 'message' && 'said', isOwn(entry) && 'said-own')}
              >
                {entry.kind === 'message' ? (
                  <Message entry={entry} page={page} addresses={addresses} />
                ) : (
                  <Happening entry={entry} page={page} addresses={addresses} />
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

const isOwn = (entry: TimelineEntry): boolean => entry.kind === 'message' && entry.isMine;

type MessageEntry = Extract<TimelineEntry, { kind: 'message' }>;

function Message({
  entry: { sender, isMine, body, pictures, at, seenAt },
  page,
  addresses,
}: {
  entry: MessageEntry;
  page: RequestPage;
  addresses: RequestAddresses;
}) {
  const name = isMine ? 'You' : sender === 'studio' ? 'The studio' : page.customer.name;
  return (
    <>
      <p className="meta">
        <b>{name}</b> <span className="num">{formatShortMoment(at)}</span>
      </p>
      {body ? <p className="wrap-anywhere whitespace-pre-line">{body}</p> : null}
      <PictureRow pictures={pictures} noun={`Picture from ${isMine ? 'you' : name}`} addresses={addresses} />
      {isMine ? (
        <p className="meta num said-seen">
          {seenAt ? (
            <>
              <Icon name="check" small />
              Seen {formatShortMoment(seenAt)}
            </>
          ) : (
            'Sent'
          )}
        </p>
      ) : null}
    </>
  );
}

type Happened = Exclude<TimelineEntry, MessageEntry>;

const ICONS: Record<Happened['kind'], IconName> = {
  quote: 'rupee',
  'change-asked': 'edit',
  accepted: 'check',
  stage: 'brush',
  payment: 'wallet',
};

function Happening({
  entry,
  page: { side, customer, state },
  addresses,
}: {
  entry: Happened;
  page: RequestPage;
  addresses: RequestAddresses;
}) {
  const who = side === 'customer' ? 'You' : customer.name;
  const { title, text } = describe(entry, who, side);
  return (
    <div className="happening">
      <Icon name={ICONS[entry.kind]} small />
      <div className="grid gap-1">
        <p>
          <b>{title}</b> <span className="meta num">{formatShortMoment(entry.at)}</span>
        </p>
        {text ? <p className="wrap-anywhere whitespace-pre-line">{text}</p> : null}
        {entry.kind === 'stage' ? (
          <>
            <PictureRow pictures={entry.pictures} noun={`${STAGE_LABELS[entry.stage]}, photo`} addresses={addresses} />
            <Approval entry={entry} who={who} isOver={state === 'cancelled'} />
          </>
        ) : null}
      </div>
    </div>
  );
}

function describe(entry: Happened, who: string, side: RequestPage['side']): { title: string; text?: string } {
  switch (entry.kind) {
    case 'quote':
      return { title: `Quote ${entry.version}: ${formatRupees(entry.total)}` };
    case 'change-asked':
      return { title: `${who} asked for a change of quote ${entry.version}`, text: entry.text };
    case 'accepted':
      return { title: `${side === 'customer' ? who : entry.byName} accepted the quote · order ${entry.orderNumber}` };
    case 'stage':
      return { title: STAGE_LABELS[entry.stage], text: entry.note };
    case 'payment':
      return {
        title: `${formatRupees(entry.amount)} ${entry.isFound ? 'received' : 'announced'}`,
        text: entry.isFound
          ? undefined
          : side === 'customer'
            ? 'We’re confirming it with our bank.'
            : 'Not confirmed yet.',
      };
  }
}

function Approval({
  entry,
  who,
  isOver,
}: {
  entry: Extract<Happened, { kind: 'stage' }>;
  who: string;
  isOver: boolean;
}) {
  if (entry.changeWanted)
    return (
      <p className="wrap-anywhere whitespace-pre-line">
        <b>{who} asked for a change:</b> {entry.changeWanted}
      </p>
    );
  if (entry.approvedAt)
    return (
      <p className="text-pine">
        {who} approved it, {formatShortMoment(entry.approvedAt)}.
      </p>
    );
  return entry.asksApproval && !isOver ? <p className="muted">Not approved yet.</p> : null;
}
