import { href, Link } from 'react-router';
import { POLICY_IDS, POLICY_TITLES } from '#app/modules/store/policies/policy.ts';

export function PolicyLinks() {
  const links = [
    ...POLICY_IDS.map((policy) => [href('/admin/policies/:policy', { policy }), POLICY_TITLES[policy]] as const),
    [href('/admin/policies'), 'All policies'] as const,
  ];
  return (
    <section aria-labelledby="policy-texts">
      <h3 id="policy-texts" className="text-h4">
        Policies
      </h3>
      <ul className="flex flex-wrap gap-x-5">
        {links.map(([to, label]) => (
          <li key={to}>
            <Link className="link inline-flex min-h-11 items-center" to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
