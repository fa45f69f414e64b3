import { Link } from 'react-router';
import { PaymentReference } from '#app/routes/admin/shared/payment-reference.tsx';
import type { HitGroup } from './find-everything.server.ts';

export function Hits({
  groups,
  query,
  level: Heading,
  onGo,
}: {
  groups: readonly HitGroup[];
  query: string;
  level: 'h2' | 'h3';
  onGo?: () => void;
}) {
  if (query.trim() === '') return null;
  if (groups.length === 0) return <p className="muted">No results for “{query}”.</p>;
  return (
    <div className="grid gap-4">
      {groups.map(({ title, hits, all }) => (
        <section key={title} aria-label={title}>
          <Heading className="meta font-sans">{title}</Heading>
          <ul>
            {hits.map(({ to, label, detail, payment }) => (
              <li key={to}>
                <Link to={to} data-row onClick={onGo} className="hit">
                  <span className="font-semibold wrap-anywhere">{label}</span>
                  {detail ? <span className="meta num wrap-anywhere">{detail}</span> : null}
                  {payment ? (
                    <span className="meta num">
                      <PaymentReference {...payment} />
                    </span>
                  ) : null}
                </Link>
              </li>
            ))}
          </ul>
          {all ? (
            <Link to={all} onClick={onGo} className="link inline-flex min-h-11 items-center text-sm">
              All in {title}
            </Link>
          ) : null}
        </section>
      ))}
    </div>
  );
}
