import { dayInIndia } from '#app/basics/india.ts';
import type { Paise } from '#app/basics/money.ts';
import type { PersonalizationAnswer } from '#app/basics/personalization.ts';

export const RETURN_KINDS = ['return', 'exchange'] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];
export const RETURN_STATUSES = ['pending', 'accepted', 'declined', 'withdrawn'] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];
export const MAX_RETURN_PHOTOS = 5;

/** Some of a line of the order. */
export type ReturnLine = { artworkId: string; variantId?: string; quantity: number };

/**
 * Why something comes back. A quality issue opens the way for made-to-order pieces too; where the shop is to blame it pays
 * the way back.
 */
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

/** A request as its customer and the studio read it. */
export type ReturnRequest = {
  id: string;
  orderId: string;
  orderNumber: string;
  customerName: string;
  customerEmail: string;
  kind: ReturnKind;
  lines: {
    artworkId: string;
    variantId?: string;
    title: string;
    image: string;
    price: Paise;
    quantity: number;
    lineTotal: Paise;
    madeToOrder: boolean;
    personalization?: PersonalizationAnswer[];
  }[];
  reason: ReturnReason;
  details: string;
  exchangeFor: string;
  status: ReturnStatus;
  answer: string | null;
  createdAt: Date;
  answeredAt: Date | null;
  receivedAt: Date | null;
  restockedAt: Date | null;
};

const DAY = 86_400_000;

/** The last whole day in India, as 'YYYY-MM-DD', on which an order can be returned. */
export function lastDayToReturn(deliveredAt: Date, days: number): string {
  return dayInIndia(new Date(deliveredAt.getTime() + days * DAY));
}

/** Whether a return can be asked for now: up to the end of the last day. */
export const isInReturnWindow = (deliveredAt: Date, days: number, now: Date): boolean =>
  dayInIndia(now) <= lastDayToReturn(deliveredAt, days);

/** How many pieces of an order are back or on their way back, by its requests. */
export const returnedItemCount = (requests: readonly Pick<ReturnRequest, 'status' | 'lines'>[]): number =>
  requests
    .filter(({ status }) => status === 'accepted')
    .reduce((all, { lines }) => lines.reduce((count, { quantity }) => count + quantity, all), 0);

/** Where a request stands, in one or two words; what follows an accepted one depends on whether the pieces have come. */
export function returnState({ status, receivedAt }: Pick<ReturnRequest, 'status' | 'receivedAt'>): string {
  if (status === 'pending') return 'Waiting for an answer';
  if (status === 'declined') return 'Declined';
  if (status === 'withdrawn') return 'Withdrawn';
  return receivedAt ? 'Received' : 'Accepted';
}
