import { href, Link } from 'react-router';
import { type PolicyId, POLICY_IDS, POLICY_TITLES } from '#app/modules/store/policies/policy.ts';

const PAGES: Record<PolicyId, string> = {
  terms: href('/terms'),
  privacy: href('/privacy'),
  returns: href('/returns'),
  shipping: href('/shipping'),
};

export function PolicyLinks() {
  return (
    <ul className="divide-y divide-line border-line border-y" aria-label="Policies">
      {POLICY_IDS.map((policy) => (
        <li key={policy} className="flex items-center justify-between gap-4">
          <Link className="link inline-flex min-h-11 items-center" to={PAGES[policy]}>
            {POLICY_TITLES[policy]}
          </Link>
          <Link className="link inline-flex min-h-11 items-center" to={href('/admin/policies/:policy', { policy })}>
            Edit<span className="sr-only"> {POLICY_TITLES[policy]}</span>
          </Link>
        </li>
      ))}
      <li>
        <Link className="link inline-flex min-h-11 items-center" to={href('/cookies')}>
          Cookie Policy
        </Link>
      </li>
    </ul>
  );
}
