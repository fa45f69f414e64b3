import { useState } from 'react';
import { Link, href } from 'react-router';
import { IconButton } from '#app/ui/kit/button.tsx';

type Arrival = { id: string; name: string; at: Date; kind: 'order' | 'message' | 'request' };

/** Covers rows that an earlier transaction commits after a later one. */
const LATE_BY_MS = 60_000;

/** Announces the newest arrival. Reads the loader's list, so that an interrupted live connection loses nothing. */
export function Arrivals({ arrivals, now }: { arrivals: readonly Arrival[]; now: Date }) {
  const [since] = useState(now.getTime() - LATE_BY_MS);
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set(arrivals.map(({ id }) => id)));
  const [newest, ...rest] = arrivals.filter(({ id, at }) => at.getTime() > since && !seen.has(id));
  const close = () => setSeen(new Set([...seen, ...arrivals.map(({ id }) => id)]));
  return (
    <div role="status">
      {newest ? (
        <div className="admin-notice">
          <p>
            New {newest.kind} from {newest.name}
            {rest.length > 0 ? `, and ${rest.length} more` : ''}
          </p>
          <Link className="button button-quiet" to={addressOf(newest)} onClick={close}>
            <span>Open</span>
          </Link>
          <IconButton icon="close" label="Dismiss message" onClick={close} />
        </div>
      ) : null}
    </div>
  );
}

function addressOf({ kind, id }: Arrival): string {
  if (kind === 'request') return href('/admin/requests/:id', { id });
  return kind === 'order' ? href('/admin/orders/:id', { id }) : href('/admin/contact/:id', { id });
}
