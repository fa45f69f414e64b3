import { href, Link } from 'react-router';
import { POLICY_IDS, POLICY_TITLES } from '#app/modules/store/policies/policy.ts';

export function PolicyLinks() {
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      <Link className="link inline-flex min-h-11 items-center font-semibold text-geru" to={href('/admin/policies')}>
        Edit policies
      </Link>
      {POLICY_IDS.map((policy) => (
        <Link
          key={policy}
          className="link inline-flex min-h-11 items-center"
          to={href('/admin/policies/:policy', { policy })}
        >
          {POLICY_TITLES[policy]}
        </Link>
      ))}
    </p>
  );
}
