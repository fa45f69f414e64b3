import { Link, href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { listPolicies } from '#app/modules/store/policies/policies.server.ts';
import { POLICY_TITLES } from '#app/modules/store/policies/policy.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { addressOf } from '#app/routes/admin/store/settings/setting-pages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import type { Route } from './+types/policies.ts';

export const meta = adminMeta('Policies');

export const loader = async ({ context }: Route.LoaderArgs) => ({
  policies: await listPolicies(context.get(shopContext)),
});

export default function Policies({ loaderData: { policies } }: Route.ComponentProps) {
  return (
    <>
      <ListHead
        title="Policies"
        count="Each order keeps the version it was placed under"
        back={{ to: addressOf('policies'), label: 'Back to Settings' }}
      />
      <ul className="panel" aria-label="Policies">
        {policies.map(({ policy, ownSince, number }) => (
          <li
            key={policy}
            className="relative flex min-h-11 items-center justify-between gap-3 border-line px-panel py-3 not-first:border-t hover:bg-sand/45"
          >
            <span className="min-w-0 leading-snug">
              <Link
                className="font-semibold after:absolute after:inset-0"
                data-row
                to={href('/admin/policies/:policy', { policy })}
              >
                {POLICY_TITLES[policy]}
              </Link>
              <span className="meta num block">
                {`Version ${number}, ${ownSince ? `your own text, since ${formatDay(ownSince)}` : 'default text'}`}
              </span>
            </span>
            <Icon name="right" small />
          </li>
        ))}
      </ul>
    </>
  );
}
