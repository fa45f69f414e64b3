import { dayInIndia } from '#app/basics/india.ts';
import { isMadeToOrder, type Medium } from '#app/modules/catalogue/artworks/medium.ts';

export const REQUEST_STATUSES = ['pending', 'accepted', 'rejected', 'withdrawn', 'closed'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export const REQUEST_STATUS_LABELS: Record<RequestStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  closed: 'Closed',
};

export const REQUEST_KINDS = {
  'out-of-stock': 'Out of stock',
  'price-on-request': 'Price on request',
  custom: 'Custom order',
} as const;

/** Whether a request is for a piece as it is, which may be in stock; all else is made for its sender anyway. */
export const asksForArtwork = (kind: keyof typeof REQUEST_KINDS, medium: Medium | null): boolean =>
  kind !== 'custom' && medium !== null && !isMadeToOrder({ medium });

/** For so long a rejection can be taken back before its sender hears of it. */
export const REJECTION_UNDO_SECONDS = 60;

/** What is said beside a day that is over, by which something is needed. */
export const NEEDED_IN_THE_PAST = 'Pick a day that isn’t over yet.';

/**
 * How a request stands to the promise to answer (24 hours): answered once somebody wrote or decided, else due by a moment
 * or past it.
 */
export function clockOf(
  request: { status: RequestStatus; createdAt: Date; repliedAt: Date | null; answeredAt: Date | null },
  { now, replyWithinHours }: { now: Date; replyWithinHours: number },
): { state: 'answered' | 'due' | 'overdue'; at: Date } {
  const answered = request.repliedAt ?? request.answeredAt;
  if (answered) return { state: 'answered', at: answered };
  const at = new Date(request.createdAt.getTime() + replyWithinHours * 3_600_000);
  return { state: request.status === 'pending' && now > at ? 'overdue' : 'due', at };
}

/** Whether the day by which something is needed is over in India; none never is. */
export const isOver = ({ now }: { now: Date }, neededBy: string | null | undefined): boolean =>
  typeof neededBy === 'string' && neededBy < dayInIndia(now);
