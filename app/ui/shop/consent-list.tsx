import { formatMoment } from '#app/basics/india.ts';
import { CONSENT_LABELS, type Consent, PLACE_LABELS } from '#app/modules/store/consents/consent.ts';
import { POLICY_TITLES } from '#app/modules/store/policies/policy.ts';

export function ConsentList({ consents, nothing }: { consents: readonly Consent[]; nothing: string }) {
  if (consents.length === 0) return <p className="muted">{nothing}</p>;
  return (
    <ul className="grid gap-3">
      {consents.map(({ purpose, given, at, place, policy, policyVersion }, index) => (
        <li key={index}>
          {CONSENT_LABELS[purpose]}: <strong>{given ? 'agreed' : 'withdrawn'}</strong>{' '}
          <span className="meta block">
            <time dateTime={at.toISOString()}>{formatMoment(at)}</time>, in {PLACE_LABELS[place]}, under the{' '}
            {POLICY_TITLES[policy]}
            {policyVersion > 0 ? `, version ${policyVersion}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}
