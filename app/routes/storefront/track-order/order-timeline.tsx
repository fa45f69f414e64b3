import { formatDay, formatShortDay, formatTime, weekdayAndDay } from '#app/basics/india.ts';
import { TRACKING_STEPS, type TrackingStatus, type TrackingStep } from '#app/modules/orders/orders/tracking.ts';
import { Motif } from '#app/ui/shop/ornaments.tsx';

const GROWN: Record<TrackingStatus, 'mini-1' | 'mini-2' | 'mini-3' | 'mini-4' | 'chowki' | undefined> = {
  'Order Placed': undefined,
  Processing: 'mini-1',
  Shipped: 'mini-2',
  'In Transit': 'mini-3',
  'Out for Delivery': 'mini-4',
  Delivered: 'chowki',
};

export function OrderTimeline({
  steps,
  expected,
  readyFrom,
  drawn,
}: {
  steps: readonly TrackingStep[];
  expected: string | null;
  readyFrom?: string;
  drawn: boolean;
}) {
  return (
    <ol className="timeline">
      {steps.map(({ status, completed, current, at, description, links }) => (
        <li key={status} aria-current={current ? 'step' : undefined} data-pending={!completed || undefined}>
          <div
            key={current ? 'current' : 'other'}
            className="timeline-node"
            data-drawn={(drawn && current) || undefined}
          >
            {completed ? <Grown status={status} /> : <i />}
          </div>
          <div>
            <h3>
              {status}
              <span className="sr-only">{current ? ', current step' : completed ? ', completed' : ', pending'}</span>
            </h3>
            {at ? (
              <p className="timeline-when num">
                {formatShortDay(at)}, {formatTime(at)}
              </p>
            ) : null}
            {completed ? <p>{description}</p> : null}
            {links?.map(({ label, url }) => (
              <a
                key={url}
                className="link inline-flex min-h-11 items-center"
                href={url}
                target="_blank"
                rel="noreferrer"
              >
                {label}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            ))}
            {!completed && expected && status === TRACKING_STEPS.at(-1) ? (
              <p>Expected by {weekdayAndDay(expected).join(' ')}</p>
            ) : null}
            {!completed && readyFrom && status === 'Shipped' ? <p>Ready from {formatDay(readyFrom)}</p> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Grown({ status }: { status: TrackingStatus }) {
  const motif = GROWN[status];
  if (!motif) return <span className="timeline-dot" aria-hidden="true" />;
  return (
    <span>
      <Motif name={motif} />
    </span>
  );
}
