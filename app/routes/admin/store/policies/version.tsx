import { href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { getPolicyVersion } from '#app/modules/store/policies/policies.server.ts';
import { POLICY_IDS, POLICY_TITLES } from '#app/modules/store/policies/policy.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { oneOf } from '#app/routes/admin/shared/list-search.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { PolicySections } from '#app/ui/shop/policy-text.tsx';
import type { Route } from './+types/version.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(loaderData ? `${POLICY_TITLES[loaderData.policy]}, version ${loaderData.number}` : 'Policies')({ matches });

export async function loader({ context, params }: Route.LoaderArgs) {
  const policy = oneOf(POLICY_IDS, params.policy);
  if (!policy || !/^[1-9]\d{0,6}$/.test(params.number)) throw notFound();
  return getPolicyVersion(context.get(shopContext), policy, Number(params.number));
}

export default function PolicyVersion({ loaderData: { policy, number, text, createdAt } }: Route.ComponentProps) {
  return (
    <>
      <ListHead title={`${POLICY_TITLES[policy]}, version ${number}`} count={`Published ${formatMoment(createdAt)}`}>
        <ButtonLink look="card" icon="left" to={href('/admin/policies/:policy', { policy })}>
          {POLICY_TITLES[policy]}
        </ButtonLink>
      </ListHead>
      <div className="panel max-w-208 p-panel">
        <h2 className="mb-3 text-h3">Text</h2>
        <PolicySections text={text} />
      </div>
    </>
  );
}
