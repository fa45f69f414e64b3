import { type Refused, refused } from '#app/basics/result.ts';
import { type Limit, returnToken, takeToken } from '#app/platform/limits.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type TooManyAttempts = Refused<'too-many-tries', { retryAfterSeconds: number }>;
type AttemptLimit = Limit & { key: string };

/** Takes an attempt from every one of these buckets; the first empty one says how long to wait. */
export async function takeAttempt(shop: Shop, limits: AttemptLimit[]): Promise<TooManyAttempts | undefined> {
  for (const { key, ...limit } of limits) {
    const taken = await takeToken(shop, key, limit);
    if (!taken.ok) return refused('too-many-tries', taken.data);
  }
  return undefined;
}

/** Puts back what an attempt took that turned out to be right: many people share one address of a phone network. */
export async function returnAttempt(shop: Shop, limits: AttemptLimit[]): Promise<void> {
  for (const { key, ...limit } of limits) await returnToken(shop, key, limit);
}

/**
 * Three buckets behind each other: the more attempts, the longer the wait (12 seconds, 3 minutes, half an hour), never for
 * ever. `whose` is what was typed or who asks, known or not: the limit says nothing of whether there is such an account.
 */
export const attemptsAt = (what: 'sign-in' | 'code' | 'password' | 'second-factor', whose: string): AttemptLimit[] => [
  { key: `${what}:minute:${whose}`, capacity: 5, refillPerMinute: 5 },
  { key: `${what}:hour:${whose}`, capacity: 20, refillPerMinute: 20 / 60 },
  { key: `${what}:day:${whose}`, capacity: 50, refillPerMinute: 50 / (24 * 60) },
];

/**
 * Limits what one network address tries at one account, so that other people's guesses don't lock its owner out. All
 * networks together get 100 an hour; a browser that the account knows is spared them.
 */
export const attemptsByStranger = (shop: Shop, what: 'sign-in' | 'code', typed: string): AttemptLimit[] => [
  ...attemptsAt(what, `${shop.visitorAddress}:${typed}`),
  { key: `${what}:everywhere:${typed}`, capacity: 100, refillPerMinute: 100 / 60 },
];

/** In place of `attemptsByStranger` for a browser that has signed in to this account before: ten an hour. */
export const attemptsOnDevice = (what: 'sign-in' | 'code', whose: string, device: string): AttemptLimit[] => [
  { key: `${what}:device:${device}:${whose}`, capacity: 10, refillPerMinute: 10 / 60 },
];

/** What one visitor's address may do, over all accounts. */
export const attemptsFrom = ({ visitorAddress }: Shop, what: string): AttemptLimit[] => [
  { key: `${what}:minute:${visitorAddress}`, capacity: 20, refillPerMinute: 20 },
  { key: `${what}:hour:${visitorAddress}`, capacity: 100, refillPerMinute: 100 / 60 },
];

/** Mails that one account has sent, wherever they go: six in an hour, also at once. */
export const mailsBy = (what: string, userId: string): AttemptLimit => ({
  key: `${what}:by:${userId}`,
  capacity: 6,
  refillPerMinute: 6 / 60,
});

/** Mails to one address: one in half a minute, six in an hour. */
export const mailsTo = (what: string, email: string): AttemptLimit[] => [
  { key: `${what}:again:${email}`, capacity: 1, refillPerMinute: 2 },
  { key: `${what}:hour:${email}`, capacity: 6, refillPerMinute: 6 / 60 },
];
