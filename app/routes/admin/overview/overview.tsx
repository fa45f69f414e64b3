import { href, Link } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { formatDay } from '#app/basics/india.ts';
import { formatExactRupees } from '#app/basics/money.ts';
import { formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';
import { MEDIUM_LABELS } from '#app/modules/catalogue/artworks/medium.ts';
import { featuredArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { waitingForStudio } from '#app/modules/requests/requests/waiting-for-studio.server.ts';
import { getBackupState } from '#app/modules/operations/backups/backups.server.ts';
import { listIncidents } from '#app/modules/operations/health/incidents.server.ts';
import { countFailed, findUndelivered } from '#app/modules/messaging/messages/messages.server.ts';
import { readWatch } from '#app/modules/operations/health/watch.server.ts';
import { waitingRequests } from '#app/modules/requests/requests/read-requests.server.ts';
import { getChecklist } from '#app/modules/operations/health/checklist.server.ts';
import { countRefundsOwed } from '#app/modules/payments/payments/refunds.server.ts';
import { overview, revenueByMonth } from '#app/modules/orders/reports/reports.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { isOwner } from '#app/platform/shop.server.ts';
import { BackupLine } from '#app/routes/admin/operations/opening/backup-line.tsx';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/overview.ts';
import { Incidents } from './incidents.tsx';
import { OpeningPanel } from './opening-panel.tsx';
import { Warnings } from './warnings.tsx';
import { RevenueChart } from './revenue-chart.tsx';
import { RecentOrders, Stat, Waiting, WaitingRequests } from './overview-parts.tsx';

const MAX_FEATURED = 5;
/** Share of the promised reply time: 20 of 24 hours. */
const NEARING = 20 / 24;
const MAX_COMMISSIONS = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { contact } = await getSettings(shop);
  const [
    figures,
    featured,
    requests,
    failed,
    undelivered,
    months,
    owed,
    commissions,
    opening,
    backups,
    incidents,
    watch,
  ] = await Promise.all([
    overview(shop),
    featuredArtworks(shop),
    waitingRequests(shop, contact.replyWithinHours * NEARING),
    countFailed(shop),
    findUndelivered(shop),
    isOwner(shop) ? revenueByMonth(shop) : undefined,
    isOwner(shop) ? countRefundsOwed(shop) : 0,
    waitingForStudio(shop, MAX_COMMISSIONS),
    isOwner(shop) ? getChecklist(shop) : undefined,
    isOwner(shop) ? getBackupState(shop) : undefined,
    isOwner(shop) ? listIncidents(shop) : [],
    isOwner(shop) ? readWatch(shop) : undefined,
  ]);
  return {
    opening,
    backups,
    incidents,
    warnings: watch?.warnings ?? [],
    figures,
    featured: featured.artworks.slice(0, MAX_FEATURED),
    requests,
    failed,
    undelivered: undelivered.length,
    months,
    owed,
    commissions,
    replyWithinHours: contact.replyWithinHours,
    today: shop.now,
  };
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { figures, featured, requests, failed, undelivered, months, owed, commissions, replyWithinHours, today } =
    loaderData;
  const { opening, backups, incidents, warnings } = loaderData;
  const { money } = figures;
  const oldest = requests.oldest && Math.floor((today.getTime() - requests.oldest.getTime()) / 3_600_000);
  return (
    <>
      <ListHead title="Admin Dashboard" count={formatDay(today)}>
        <ButtonLink look="secondary" size="small" icon="bag" to={href('/admin/sale')}>
          Sell in person
        </ButtonLink>
      </ListHead>
      <Incidents incidents={incidents} />
      <Warnings warnings={warnings} />
      <Waiting
        things={[
          {
            count: requests.late,
            icon: 'inbox',
            one: `order request nears ${formatSpan(replyWithinHours, 'hour')}. Oldest: ${formatSpan(oldest ?? 0, 'hour')}.`,
            many: `order requests near ${formatSpan(replyWithinHours, 'hour')}. Oldest: ${formatSpan(oldest ?? 0, 'hour')}.`,
            to: href('/admin/requests'),
          },
          {
            count: money?.toMatch ?? 0,
            icon: 'clock',
            one: 'payment to confirm.',
            many: 'payments to confirm.',
            to: href('/admin/payments'),
          },
          {
            count: owed,
            icon: 'rupee',
            one: 'refund is owed to a customer.',
            many: 'refunds are owed to customers.',
            to: href('/admin/payments/refunds'),
          },
          {
            count: figures.toCall,
            icon: 'chat',
            one: 'cash on delivery order to call about.',
            many: 'cash on delivery orders to call about.',
            to: `${href('/admin/orders')}?status=to-call`,
          },
          {
            count: figures.toPack,
            icon: 'box',
            one: 'order to pack.',
            many: 'orders to pack.',
            to: `${href('/admin/orders')}?status=to-pack`,
          },
          {
            count: failed,
            icon: 'mail',
            one: 'message failed.',
            many: 'messages failed.',
            to: `${href('/admin/messages')}?status=failed`,
          },
          {
            count: undelivered,
            icon: 'warning',
            one: 'background task failed ten times.',
            many: 'background tasks failed ten times.',
            to: href('/admin/messages'),
          },
          {
            count: figures.lowStock,
            icon: 'brush',
            one: 'piece low or sold out.',
            many: 'pieces low or sold out.',
            to: `${href('/admin/artworks')}?sort=stock`,
          },
        ]}
      />
      {opening ? <OpeningPanel {...opening} /> : null}
      {backups ? (
        <section className="panel grid gap-3 p-panel" aria-label="Backups">
          <BackupLine backups={backups} />
        </section>
      ) : null}
      <WaitingRequests commissions={commissions} now={today} />
      <div className="stats">
        <Stat
          name="Total Users"
          figure={figures.users.toLocaleString('en-IN')}
          to={money ? href('/admin/users') : undefined}
        />
        <Stat name="Total Artworks" figure={figures.artworks.toLocaleString('en-IN')} to={href('/admin/artworks')} />
        <Stat name="Total Orders" figure={figures.orders.toLocaleString('en-IN')} to={href('/admin/orders')} />
        {money ? (
          <Stat name="Total Revenue" figure={formatExactRupees(money.revenue)} to={href('/admin/payments')}>
            {formatExactRupees(money.received)} received
          </Stat>
        ) : null}
      </div>
      <div className="panel-columns">
        <div className="grid min-w-0 content-start gap-5">
          {months ? <RevenueChart months={months} /> : null}
          <section className="panel">
            <div className="panel-head">
              <h2>Recent Orders</h2>
              <Link className="link font-semibold text-geru text-sm" to={href('/admin/orders')}>
                All orders
              </Link>
            </div>
            {figures.recentOrders.length === 0 ? (
              <EmptyState title="No orders found.">New orders appear here.</EmptyState>
            ) : (
              <RecentOrders orders={figures.recentOrders} />
            )}
          </section>
        </div>
        <section className="panel min-w-0">
          <div className="panel-head">
            <h2>Featured Artworks</h2>
            <Link className="link font-semibold text-geru text-sm" to={href('/admin/artworks')}>
              All artworks
            </Link>
          </div>
          {featured.length === 0 ? <EmptyState title="No Featured Artworks" /> : null}
          <ul>
            {featured.map((artwork) => (
              <li
                key={artwork.id}
                className="relative grid grid-cols-thumb-rest-auto items-center gap-4 border-t border-line px-panel py-2.5 hover:bg-sand/45"
              >
                <Picture picture={artwork.picture} alt="" sizes="48px" className="h-15 w-12" />
                <span className="leading-snug">
                  <Link
                    className="font-semibold after:absolute after:inset-0"
                    to={href('/artwork/:id', { id: artwork.slug })}
                  >
                    {artwork.title}
                  </Link>
                  <span className="meta block">{MEDIUM_LABELS[artwork.medium]}</span>
                </span>
                <span className="num font-semibold">{formatPrice(artwork.price)}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
