import { href, Link } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { titleCase } from '#app/routes/admin/shared/labels.ts';
import { MessageStateBadge } from '#app/routes/admin/shared/message-state-badge.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import type { Route } from './+types/user.ts';
import { Row, Rows, Section } from './customer-section.tsx';

export function CustomerMessages({
  user,
  written,
  sent,
}: Pick<Route.ComponentProps['loaderData'], 'user' | 'written' | 'sent'>) {
  return (
    <Section
      title="Messages"
      nothing="No messages yet."
      aside={
        sent.length > 0 ? (
          <Link
            className="link inline-flex min-h-11 items-center text-sm"
            to={`${href('/admin/messages')}?q=${encodeURIComponent(user.email)}`}
          >
            All sent messages
          </Link>
        ) : null
      }
    >
      {written.length > 0 || sent.length > 0 ? (
        <Rows>
          {written.map(({ id, ticketNumber, subject, createdAt, repliedAt }) => (
            <Row
              key={id}
              to={href('/admin/contact/:id', { id })}
              title={subject}
              detail={`From the customer, ${ticketNumber}, ${formatShortDay(createdAt)}`}
            >
              <Badge plain tone={repliedAt ? undefined : 'haldi'}>
                {repliedAt ? 'Answered' : 'Open'}
              </Badge>
            </Row>
          ))}
          {sent.map(({ id, subject, channel, createdAt, state }) => (
            <Row
              key={id}
              to={href('/admin/messages/:id', { id })}
              title={subject || titleCase(channel)}
              detail={formatShortDay(createdAt)}
            >
              <MessageStateBadge state={state} />
            </Row>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}
