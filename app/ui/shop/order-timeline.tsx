import { formatShortDay, formatTime, weekdayAndDay } from '#app/basics/india.ts';
import { TRACKING_STEPS, type TrackingStatus, type TrackingStep } from '#app/modules/tracking/tracking.ts';
import { Motif } from './ornaments.tsx';

/** What has grown at each step: dot, then one motif larger; cropped to its drawing, so that the sizes are real. */
const GROWN: Record<TrackingStatus, { motif?: 'mini-1' | 'mini-2' | 'mini-3' | 'mini-4' | 'chowki'; look: string }> = {
  'Order Placed': { look: 'size-3' },
  Processing: { motif: 'mini-1', look: 'w-[30px] mask-size-[200%]!' },
  Shipped: { motif: 'mini-2', look: 'w-[44px] mask-size-[137%]!' },
  'In Transit': { motif: 'mini-3', look: 'w-[52px] mask-size-[114%]!' },
  'Out for Delivery': { motif: 'mini-4', look: 'w-[60px] mask-size-[106%]!' },
  Delivered: { motif: 'chowki', look: 'w-[68px]' },
};

/**
 * The six steps of an order. `expected` ('YYYY-MM-DD') stands under the next pending one; `drawn` draws the current
 * motif once, because it has just been reached.
 */
export function OrderTimeline({
  steps,
  expected,
  drawn,
}: {
  steps: readonly TrackingStep[];
  expected: string | null;
  drawn: boolean;
}) {
  return (
    <ol className="timeline">
      {steps.map(({ status, completed, current, at, description }) => (
        <li key={status} aria-current={current ? 'step' : undefined} data-pending={!completed || undefined}>
          <div
            key={current ? 'current' : 'other'}
            className="timeline-node"
            data-drawn={(drawn && current) || undefined}
          >
            {completed ? <Grown status={status} current={current} /> : <i />}
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
            {!completed && expected && status === TRACKING_STEPS.at(-1) ? (
              <p>Expected by {weekdayAndDay(expected).join(' ')}</p>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Grown({ status, current }: { status: TrackingStatus; current: boolean }) {
  const { motif, look } = GROWN[status];
  if (!motif) return <span className={`rounded-full! bg-geru! ${current ? 'size-6' : look}`} aria-hidden="true" />;
  return (
    <span>
      <Motif name={motif} className={`${look} ${current ? 'w-[78px]!' : ''}`} />
    </span>
  );
}
