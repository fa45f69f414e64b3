import { href, Link } from 'react-router';
import { dayAndMonth, formatDay } from '#app/basics/india.ts';
import { type WorkInProgress, workInProgress } from '#app/modules/requests/calendar/calendar.server.ts';
import { isOwner } from '#app/platform/shop.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { addressOf } from '#app/routes/admin/store/settings/setting-pages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import type { Route } from './+types/calendar.ts';

export const meta = adminMeta('Week plan');

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return { ...(await workInProgress(shop)), isOwner: isOwner(shop) };
}

type Calendar = Route.ComponentProps['loaderData'];

export default function StudioCalendar({ loaderData: { hoursPerWeek, work, weeks, isOwner } }: Route.ComponentProps) {
  const byId = new Map(work.map((each) => [each.requestId, each]));
  const late = work.filter(({ isMet }) => isMet === false).length;
  const inHand = work.length === 0 ? 'No accepted work' : `${countOf(work.length, 'piece')} accepted, oldest first`;
  return (
    <>
      <ListHead
        title="Week plan"
        count={[`${hoursText(hoursPerWeek)} a week`, inHand, ...(late > 0 ? [`${late} late`] : [])].join(' · ')}
      >
        {isOwner ? (
          <ButtonLink look="secondary" size="small" to={addressOf('policies#calendar')}>
            Change the hours
          </ButtonLink>
        ) : null}
      </ListHead>
      {work.length === 0 ? (
        <EmptyState title="The studio is free">Accepted order requests appear here until they are finished.</EmptyState>
      ) : (
        <ol className="grid gap-5" aria-label="Weeks">
          {weeks.map((week, index) => (
            <Week key={week.from} week={week} isCurrent={index === 0} byId={byId} />
          ))}
        </ol>
      )}
    </>
  );
}

function Week({
  week: { from, to, hours, free, booked },
  isCurrent,
  byId,
}: {
  week: Calendar['weeks'][number];
  isCurrent: boolean;
  byId: ReadonlyMap<string, WorkInProgress>;
}) {
  return (
    <li className="panel">
      <div className="panel-head">
        <h2>
          {isCurrent ? 'This week, ' : ''}
          {dayAndMonth(from)} to {dayAndMonth(to)}
        </h2>
        <span className="meta num">
          {hours === 0
            ? isCurrent
              ? 'No time left'
              : 'Closed'
            : isCurrent
              ? `${hoursText(free)} free this week`
              : `${shortHours(hours - free)} of ${hoursText(hours)} booked, ${shortHours(free)} free`}
        </span>
      </div>
      <ul>
        {booked.map(({ requestId, hours }) => (
          <Booked key={requestId} work={byId.get(requestId)!} hours={hours} />
        ))}
      </ul>
    </li>
  );
}

function Booked({
  work: { requestId, number, name, userId, title, hours: allHours, acceptedAt, finish, agreedDay, neededBy, isMet },
  hours,
}: {
  work: WorkInProgress;
  hours: number;
}) {
  return (
    <li className="grid gap-1 border-line border-t px-panel py-2.5 md:grid-cols-rest-auto">
      <div>
        <Link className="link" to={href('/admin/requests/:id', { id: requestId })}>
          <span className="num">{number}</span>, {title ?? 'a deleted artwork'}
        </Link>
        <span className="meta block">
          For <CustomerLink name={name} userId={userId} />, accepted on {formatDay(acceptedAt)}
        </span>
      </div>
      <div className="num md:text-right">
        {hours === allHours ? hoursText(hours) : `${hoursText(hours)} of ${hoursText(allHours)}`}
        {agreedDay === null ? null : <span className="block font-semibold">Ready by {formatDay(agreedDay)}</span>}
        <span className="meta block">
          {finish ? `With your hours, ready by ${formatDay(finish)}` : 'No free time in the next ten years'}
        </span>
        {neededBy === null ? null : isMet ? (
          <span className="meta block">Needed by {formatDay(neededBy)}: on time</span>
        ) : (
          <Badge tone="alert">Needed by {formatDay(neededBy)}: late</Badge>
        )}
      </div>
    </li>
  );
}

const shortHours = (hours: number): string => String(Math.round(hours * 10) / 10);

const hoursText = (hours: number): string => `${shortHours(hours)} ${shortHours(hours) === '1' ? 'hour' : 'hours'}`;
