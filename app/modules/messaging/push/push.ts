import type { NoticeKind } from '#app/platform/mail/email.ts';

export const NOTICE_LABELS: Record<NoticeKind, string> = {
  order: 'New order',
  payment: 'New payment',
  message: 'New message',
  request: 'New request',
  overdue: 'Something overdue',
};

export type QuietHours = { quietFrom: number | null; quietUntil: number | null };

export type PushDevice = QuietHours & {
  id: string;
  name: string;
  kinds: readonly NoticeKind[];
  showsDetails: boolean;
  lastError: string | null;
  endpoint: string;
  isThis: boolean;
};

/** A person with more devices probably lost or replaced some. */
export const MAX_DEVICES = 10;

const TITLES: Record<NoticeKind | 'test', [one: string, many: (count: number) => string]> = {
  order: ['New order', (count) => `${count} new orders`],
  payment: ['New payment', (count) => `${count} new payments`],
  message: ['New message', (count) => `${count} new messages`],
  request: ['New request', (count) => `${count} new requests`],
  overdue: ['Something is overdue', (count) => `${count} things are overdue`],
  test: ['Notifications are on', () => 'Notifications are on'],
};

/** The title contains no names or amounts. */
export const noticeTitle = (kind: NoticeKind | 'test', count: number): string =>
  count === 1 ? TITLES[kind][0] : TITLES[kind][1](count);

const HOUR_MS = 3_600_000;
const INDIA_OFFSET_MS = 5.5 * HOUR_MS;

/** Returns when a notice may be shown: `now`, or the end of the quiet hours in India. */
export function endOfQuietHours({ quietFrom, quietUntil }: QuietHours, now: Date): Date {
  if (quietFrom === null || quietUntil === null || quietFrom === quietUntil) return now;
  const inIndia = now.getTime() + INDIA_OFFSET_MS;
  const hour = Math.floor(inIndia / HOUR_MS) % 24;
  const isQuiet =
    quietFrom < quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil;
  if (!isQuiet) return now;
  const startOfHour = inIndia - (inIndia % HOUR_MS);
  return new Date(startOfHour + ((quietUntil - hour + 24) % 24) * HOUR_MS - INDIA_OFFSET_MS);
}
