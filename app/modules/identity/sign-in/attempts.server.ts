import { type Refused, refused } from '#app/basics/result.ts';
import { type Limit, returnToken, takeToken } from '#app/platform/limits.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type TooManyAttempts = Refused<'too-many-tries', { retryAfterSeconds: number }>;
type AttemptLimit = Limit & { key: string };

/** Counts an attempt against each limit, or refuses with the time to wait. */
export async function takeAttempt(shop: Shop, limits: AttemptLimit[]): Promise<TooManyAttempts | undefined> {
  for (const { key, ...limit } of limits) {
    const taken = await takeToken(shop, key, limit);
    if (!taken.ok) return refused('too-many-tries', taken.data);
  }
  return undefined;
}

/** Uncounts a successful attempt, because many people share the address of a phone network. */
export async function returnAttempt(shop: Shop, limits: AttemptLimit[]): Promise<void> {
  for (const { key, ...limit } of limits) await returnToken(shop, key, limit);
}

/** Limits attempts for each typed text, so that the limit does not reveal accounts. The wait grows to half an hour. */
export const attemptsAt = (what: 'sign-in' | 'code' | 'password' | 'second-factor', whose: string): AttemptLimit[] => [
  { key: `${what}:minute:${whose}`, capacity: 5, refillPerMinute: 5 },
  { key: `${what}:hour:${whose}`, capacity: 20, refillPerMinute: 20 / 60 },
  { key: `${what}:day:${whose}`, capacity: 50, refillPerMinute: 50 / (24 * 60) },
];

/**
 * Limits each network's attempts at an account, so that strangers cannot lock the customer out. All networks together
 * have 100 attempts an hour.
 */
export const attemptsByStranger = (shop: Shop, what: 'sign-in' | 'code', typed: string): AttemptLimit[] => [
  ...attemptsAt(what, `${shop.visitorAddress}:${typed}`),
  { key: `${what}:everywhere:${typed}`, capacity: 100, refillPerMinute: 100 / 60 },
];

/** Limits a browser that has signed in to this account before to ten attempts an hour. */
export const attemptsOnDevice = (what: 'sign-in' | 'code', whose: string, device: string): AttemptLimit[] => [
  { key: `${what}:device:${device}:${whose}`, capacity: 10, refillPerMinute: 10 / 60 },
];

export const attemptsFrom = ({ visitorAddress }: Shop, what: string): AttemptLimit[] => [
  { key: `${what}:minute:${visitorAddress}`, capacity: 20, refillPerMinute: 20 },
  { key: `${what}:hour:${visitorAddress}`, capacity: 100, refillPerMinute: 100 / 60 },
];

export const mailsBy = (what: string, userId: string): AttemptLimit => ({
  key: `${what}:by:${userId}`,
  capacity: 6,
  refillPerMinute: 6 / 60,
});

export const mailsTo = (what: string, email: string): AttemptLimit[] => [
  { key: `${what}:again:${email}`, capacity: 1, refillPerMinute: 2 },
  { key: `${what}:hour:${email}`, capacity: 6, refillPerMinute: 6 / 60 },
];
