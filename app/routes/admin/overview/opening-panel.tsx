import { href, Link } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import type { getChecklist } from '#app/modules/operations/health/checklist.server.ts';
import { OpenShop } from '#app/routes/admin/operations/opening/open-shop.tsx';
import { OpeningList } from '#app/routes/admin/operations/opening/opening-list.tsx';
import { PauseLink } from '#app/routes/admin/operations/opening/pause-link.tsx';
import { OpeningState } from '#app/routes/admin/operations/opening/opening-state.tsx';

type Checklist = Awaited<ReturnType<typeof getChecklist>>;

export function OpeningPanel({ isLive, items, isOpened, openedAt, hasOrders, hasArtworks, awayUntil }: Checklist) {
  const missing = items.filter(({ isDone }) => !isDone);
  if (!isLive || (isOpened && missing.length === 0))
    return (
      <section className="panel" aria-label="Pause the shop">
        {openedAt === null ? null : <p className="meta px-panel pt-3">Open since {formatDay(openedAt)}.</p>}
        <PauseLink awayUntil={awayUntil} />
      </section>
    );
  return (
    <section className="panel min-w-0" aria-labelledby="opening-day">
      <div className="panel-head">
        <h2 id="opening-day">Opening day</h2>
        <Link className="link font-semibold text-geru text-sm" to={href('/admin/opening')}>
          Full checklist
        </Link>
      </div>
      <div className="px-panel pb-3">
        <OpeningState missing={missing.length} {...{ isOpened, openedAt, hasOrders, hasArtworks }} />
      </div>
      <OpeningList items={missing} />
      <OpenShop items={items} isOpened={isOpened} />
      <PauseLink awayUntil={awayUntil} />
    </section>
  );
}
