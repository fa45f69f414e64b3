import { Form, Outlet, useLocation, useSearchParams } from 'react-router';
import { dayInIndia, formatDay } from '#app/basics/india.ts';
import { type Coupon, whyNot } from '#app/modules/coupons/coupon.ts';
import { listCoupons } from '#app/modules/coupons/coupons.server.ts';
import { couponAdminMessages as says } from '#app/modules/coupons/messages.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import type { Route } from './+types/coupons.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Coupons, admin' }, { name: 'robots', content: 'noindex' }];

export const loader = async ({ context }: Route.LoaderArgs) => ({
  coupons: await listCoupons(context.get(shopContext)),
  today: dayInIndia(context.get(shopContext).now),
});

const DONE: Record<string, string> = { saved: says.saved, deleted: says.deleted };

/** Every coupon as a card (S2 §2). */
export default function Coupons({ loaderData: { coupons, today } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isList = useLocation().pathname === '/admin/coupons';
  const done = isList ? DONE[search.get('done') ?? ''] : undefined;
  const active = coupons.filter((coupon) => coupon.active).length;
  return (
    <>
      <div className="admin-head">
        <div>
          <h1>Coupons</h1>
          <p className="meta num">
            {coupons.length === 1 ? '1 coupon' : `${coupons.length.toLocaleString('en-IN')} coupons`}, {active} active
          </p>
        </div>
        <ButtonLink icon="plus" to="/admin/coupons/new" preventScrollReset>
          Add Coupon
        </ButtonLink>
      </div>
      {done ? <Note tone="done">{done}</Note> : null}
      {isList && search.get('refused') === 'status' ? <Note tone="alert">{says.statusNotChanged}</Note> : null}
      {coupons.length === 0 ? (
        <section className="panel">
          <EmptyState title="No coupons yet">The first one that works is announced above every page.</EmptyState>
        </section>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {coupons.map((coupon) => (
            <CouponCard key={coupon.id} coupon={coupon} today={today} />
          ))}
        </ul>
      )}
      <Outlet />
    </>
  );
}

/** Why an active coupon doesn't work today, beside what says so. */
const ASIDE = {
  'not-yet-active': 'Starts later',
  expired: 'Expired',
  'used-up': 'Used up',
  invalid: undefined,
} as const;

function CouponCard({ coupon, today }: { coupon: Coupon; today: string }) {
  const { id, code, active, discountPercentage, usedCount, usageLimit, validUntil } = coupon;
  const why = whyNot(coupon, today);
  const aside = why && ASIDE[why];
  return (
    <li className="panel grid min-w-0 content-start gap-4 p-[1.1rem]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="num min-w-0 border border-dashed border-field px-3 py-1 font-sans text-base font-semibold tracking-wide [overflow-wrap:anywhere]">
          {code}
        </h2>
        <Badge tone={active ? 'pine' : undefined}>{active ? 'Active' : 'Inactive'}</Badge>
      </div>
      <p className="num font-display text-h3">
        {discountPercentage}% off
        {aside ? <span className="ml-2 font-sans font-semibold text-alert text-sm">{aside}</span> : null}
      </p>
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
        <ButtonLink look="card" to={`/admin/coupons/${id}`} preventScrollReset aria-label={`Edit ${code}`}>
          Edit
        </ButtonLink>
        <Form method="post" action={`/admin/coupons/${id}/state`} preventScrollReset>
          <Button
            look="card"
            name="active"
            value={active ? 'no' : 'yes'}
            aria-label={`${active ? 'Deactivate' : 'Activate'} ${code}`}
          >
            {active ? 'Deactivate' : 'Activate'}
          </Button>
        </Form>
        <ButtonLink
          look="card"
          className="text-alert"
          to={`/admin/coupons/${id}/delete`}
          preventScrollReset
          aria-label={`Delete ${code}`}
        >
          Delete
        </ButtonLink>
      </div>
    </li>
  );
}
