import { useSearchParams, href } from 'react-router';
import { ownValue } from '#app/basics/own-value.ts';
import { dayInIndia, formatDay } from '#app/basics/india.ts';
import { type Coupon, COUPON_STATES, couponStateOn, type CouponState } from '#app/modules/orders/coupons/coupon.ts';
import { listCoupons } from '#app/modules/orders/coupons/coupons.server.ts';
import { couponAdminMessages } from '#app/modules/orders/coupons/messages.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { countOf } from '#app/routes/admin/shared/labels.ts';
import { ListPage } from '#app/routes/admin/shared/list-page.tsx';
import { chipsOf } from '#app/routes/admin/shared/list-parts.tsx';
import { listQuery, oneOf, useListSearch } from '#app/routes/admin/shared/list-search.ts';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/coupons.ts';

export const meta = adminMeta('Coupons');

const STATES: Record<CouponState, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  'used-up': 'Used up',
  ended: 'Ended',
  inactive: 'Inactive',
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const state = oneOf(COUPON_STATES, url.searchParams.get('status'));
  const page = await listCoupons(shop, { ...listQuery(url), state });
  return { ...page, today: dayInIndia(shop.now) };
}

const DONE: Record<string, string> = { saved: couponAdminMessages.saved, deleted: couponAdminMessages.deleted };

export default function Coupons({ loaderData: { coupons, counts, nextCursor, today } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const listSearch = useListSearch();
  const done = ownValue(DONE, search.get('done'));
  return (
    <ListPage
      path={href('/admin/coupons')}
      title="Coupons"
      count={`${countOf(counts.all, 'coupon')}, ${counts.active.toLocaleString('en-IN')} active`}
      add={
        <ButtonLink icon="plus" to={`${href('/admin/coupons/new')}${listSearch}`} preventScrollReset>
          Add Coupon
        </ButtonLink>
      }
      outcome={
        done ? (
          <Note tone="done">{done}</Note>
        ) : search.get('refused') === 'status' ? (
          <Note tone="alert">{couponAdminMessages.statusNotChanged}</Note>
        ) : null
      }
      search={{ label: 'Search coupons', placeholder: 'Code' }}
      filter={{ label: 'Status', name: 'status', chips: chipsOf(STATES, counts) }}
      found="Coupons found"
      shown={coupons.length}
      next={nextCursor}
      empty={{
        title: counts.all === 0 && !search.has('q') ? 'No coupons yet' : 'No coupons found.',
        first: 'The first active coupon is announced on every page.',
        none: null,
        all: 'Show all coupons',
      }}
      isGrid
    >
      <ul className="grid gap-4 sm:grid-cols-2 widest:grid-cols-3">
        {coupons.map((coupon) => (
          <CouponCard key={coupon.id} coupon={coupon} today={today} listSearch={listSearch} />
        ))}
      </ul>
    </ListPage>
  );
}

function CouponCard({ coupon, today, listSearch }: { coupon: Coupon; today: string; listSearch: string }) {
  const { id, code, active, discountPercentage, usedCount, usageLimit, validUntil } = coupon;
  const state = couponStateOn(today, coupon);
  return (
    <li className="panel grid min-w-0 content-start gap-4 p-panel">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="num min-w-0 border border-dashed border-field px-3 py-1 font-sans text-base font-semibold tracking-wide wrap-anywhere">
          {code}
        </h2>
        <span className="flex flex-wrap gap-1.5">
          {active && state !== 'active' ? <Badge tone="haldi">{STATES[state]}</Badge> : null}
          <Badge tone={state === 'active' ? 'pine' : undefined}>{active ? 'Active' : 'Inactive'}</Badge>
        </span>
      </div>
      <p className="num font-display text-h3">{discountPercentage}% off</p>
      <dl className="grid grid-cols-2 gap-3 text-sm">
        <div className="grid gap-1">
          <dt className="meta">Used</dt>
          <dd className="num font-semibold">
            {usedCount.toLocaleString('en-IN')} /{' '}
            {usageLimit === null ? (
              <>
                <span aria-hidden="true">∞</span>
                <span className="sr-only">no limit</span>
              </>
            ) : (
              usageLimit.toLocaleString('en-IN')
            )}
          </dd>
        </div>
        <div className="grid gap-1">
          <dt className="meta">Valid until</dt>
          <dd className="num font-semibold">{validUntil ? formatDay(`${validUntil}T12:00:00+05:30`) : 'No expiry'}</dd>
        </div>
      </dl>
      {usageLimit === null ? null : (
        <svg viewBox="0 0 100 2" preserveAspectRatio="none" className="h-1.5 w-full bg-sand" aria-hidden="true">
          <rect width={Math.min(100, (usedCount / usageLimit) * 100)} height="2" className="fill-geru" />
        </svg>
      )}
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          look="card"
          to={`${href('/admin/coupons/:id', { id })}${listSearch}`}
          preventScrollReset
          aria-label={`Edit ${code}`}
        >
          Edit
        </ButtonLink>
        <ActionForm action={href('/admin/coupons/:id', { id })} intent="state">
          <FailureText>{couponAdminMessages.statusNotChanged}</FailureText>
          <Button
            look="card"
            name="active"
            value={active ? 'no' : 'yes'}
            aria-label={`${active ? 'Deactivate' : 'Activate'} ${code}`}
          >
            {active ? 'Deactivate' : 'Activate'}
          </Button>
        </ActionForm>
        <ButtonLink
          look="card"
          className="text-alert"
          to={`${href('/admin/coupons/:id/delete', { id })}${listSearch}`}
          preventScrollReset
          aria-label={`Delete ${code}`}
        >
          Delete
        </ButtonLink>
      </div>
    </li>
  );
}
