import { href, Link } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { formatExactRupees, NOTHING } from '#app/basics/money.ts';
import { formatPrice } from '#app/modules/catalogue/artworks/artwork.ts';
import { MEDIUM_LABELS } from '#app/modules/catalogue/artworks/medium.ts';
import { featuredArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { getBackupState } from '#app/modules/operations/backups/backups.server.ts';
import { listIncidents } from '#app/modules/operations/health/incidents.server.ts';
import { readWatch } from '#app/modules/operations/health/watch.server.ts';
import { getChecklist } from '#app/modules/operations/health/checklist.server.ts';
import { overview, revenueByMonth } from '#app/modules/orders/reports/reports.server.ts';
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
import { ThisMonth } from './this-month.tsx';
import { PaymentConfirmed } from './payment-confirmed.tsx';
import { ToDoList } from './to-do-list.tsx';
import { toDoList } from './to-do.server.ts';
import { RecentOrders, Stat } from './overview-parts.tsx';

const MAX_FEATURED = 5;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const figures = await overview(shop);
  const [toDo, featured, months, opening, backups, incidents, watch] = await Promise.all([
    toDoList(shop, figures),
    featuredArtworks(shop),
    isOwner(shop) ? revenueByMonth(shop) : undefined,
    isOwner(shop) ? getChecklist(shop) : undefined,
    isOwner(shop) ? getBackupState(shop) : undefined,
    isOwner(shop) ? listIncidents(shop) : [],
    isOwner(shop) ? readWatch(shop) : undefined,
  ]);
  return {
    toDo,
    opening,
    backups,
    incidents,
    warnings: watch?.warnings ?? [],
    figures,
    featured: featured.artworks.slice(0, MAX_FEATURED),
    months,
    today: shop.now,
  };
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { figures, featured, months, toDo, opening, backups, incidents, warnings, today } = loaderData;
  const { money } = figures;
  const isOpening = opening?.isLive && !(opening.isOpened && opening.items.every(({ isDone }) => isDone));
  return (
    <>
      <ListHead title="Admin Dashboard" count={formatDay(today)}>
        <ButtonLink look="secondary" size="small" icon="bag" to={href('/admin/sale')}>
          Sell in person
        </ButtonLink>
      </ListHead>
      <Incidents incidents={incidents} />
      <Warnings warnings={warnings} />
      {isOpening ? <OpeningPanel {...opening} /> : null}
      <PaymentConfirmed />
      <ToDoList list={toDo} now={today} />
      {months ? <ThisMonth months={months} /> : null}
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
            {money.cancelled > NOTHING ? `, ${formatExactRupees(money.cancelled)} cancelled` : ''}
          </Stat>
        ) : null}
      </div>
      <div className="panel-columns">
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
        <section className="panel">
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
      {opening && !isOpening ? <OpeningPanel {...opening} /> : null}
      {backups ? (
        <section className="panel grid gap-3 p-panel" aria-label="Backups">
          <BackupLine backups={backups} />
        </section>
      ) : null}
    </>
  );
}
