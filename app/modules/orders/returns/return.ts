import { dayInIndia } from '#app/basics/india.ts';
import { itemKey } from '#app/basics/item.ts';
import type { getReturn } from './internal/read-returns.server.ts';

export const RETURN_KINDS = ['return', 'exchange'] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];
export const RETURN_STATUSES = ['pending', 'accepted', 'declined', 'withdrawn', 'closed'] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];
export const RETURN_ANSWERS = ['accepted', 'declined', 'closed'] as const;
export type ReturnAnswer = (typeof RETURN_ANSWERS)[number];
export const MAX_RETURN_PHOTOS = 5;

export type ReturnLine = { artworkId: string; variantId?: string; quantity: number };

export type ReceivedLine = ReturnLine & { fitForSale: number };

/** The shop pays for a return if the reason is the shop's fault. */
export const RETURN_REASONS = {
  defective: { label: 'It is defective', isQualityIssue: true, shopPaysShipping: true },
  damaged: { label: 'It arrived damaged', isQualityIssue: true, shopPaysShipping: true },
  'wrong-item': { label: 'The wrong item was sent', isQualityIssue: true, shopPaysShipping: true },
  'not-as-shown': { label: 'It is not as shown', isQualityIssue: false, shopPaysShipping: false },
  'does-not-suit': { label: 'It does not fit or suit me', isQualityIssue: false, shopPaysShipping: false },
  'changed-mind': { label: 'I changed my mind', isQualityIssue: false, shopPaysShipping: false },
  other: { label: 'Something else', isQualityIssue: false, shopPaysShipping: false },
} as const;
export type ReturnReason = keyof typeof RETURN_REASONS;
export const RETURN_REASON_NAMES = Object.keys(RETURN_REASONS) as [ReturnReason, ...ReturnReason[]];

export type ReturnRequest = Awaited<ReturnType<typeof getReturn>>;

const DAY = 86_400_000;

export function lastDayToReturn(deliveredAt: Date, days: number): string {
  return dayInIndia(new Date(deliveredAt.getTime() + days * DAY));
}

export const isInReturnWindow = (deliveredAt: Date, days: number, now: Date): boolean =>
  dayInIndia(now) <= lastDayToReturn(deliveredAt, days);

type Arriving = { lines: readonly { quantity: number; received: number }[] };

export const canWithdraw = (request: Pick<ReturnRequest, 'status'> & Arriving): boolean =>
  request.status === 'pending' || mayClose(request);

export const mayClose = (request: Pick<ReturnRequest, 'status'> & Arriving): boolean =>
  request.status === 'accepted' && !countArrived(request).isWhole;

export function countArrived({ lines }: Arriving) {
  const came = lines.reduce((all, { received }) => all + received, 0);
  const asked = lines.reduce((all, { quantity }) => all + quantity, 0);
  return { came, asked, isWhole: came === asked };
}

export const countReturned = (
  { status }: Pick<ReturnRequest, 'status'>,
  { quantity, received }: Arriving['lines'][number],
): number => (status === 'accepted' ? quantity : received);

export const returnedItemCount = (requests: readonly (Pick<ReturnRequest, 'status'> & Arriving)[]): number =>
  requests.reduce(
    (all, request) => request.lines.reduce((count, line) => count + countReturned(request, line), all),
    0,
  );

export const linesWithReceived = <Line extends ReturnLine>(
  lines: readonly Line[],
  received: readonly ReceivedLine[] | null,
): (Line & { received: number; fitForSale: number })[] =>
  lines.map((line) => {
    const came = received?.find((each) => itemKey(each) === itemKey(line));
    return { ...line, received: came?.quantity ?? 0, fitForSale: came?.fitForSale ?? 0 };
  });

export function returnState(request: Pick<ReturnRequest, 'status' | 'receivedAt' | 'lines'>): string {
  const { status, receivedAt } = request;
  if (status === 'pending') return 'Waiting for a reply';
  if (status === 'declined') return 'Declined';
  if (status === 'withdrawn') return receivedAt ? 'Partly received, rest withdrawn' : 'Withdrawn';
  if (status === 'closed') return receivedAt ? 'Partly received, closed' : 'Closed';
  if (!receivedAt) return 'Accepted';
  return countArrived(request).isWhole ? 'Received' : 'Partly received';
}
