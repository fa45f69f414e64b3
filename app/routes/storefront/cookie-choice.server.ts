import { z } from 'zod';
import { COOKIE_POLICY_VERSION, parseCookieChoice } from '#app/basics/guest-cookies.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { keepCookie, readCookie } from '#app/routes/cookies.server.ts';

const OPTIONAL_COOKIES = ['analytics', 'functional', 'marketing'] as const;
export type CookieChoice = Record<(typeof OPTIONAL_COOKIES)[number], boolean>;

const ACCEPT_ALL: CookieChoice = { analytics: true, functional: true, marketing: true };
const ESSENTIAL_ONLY: CookieChoice = { analytics: false, functional: false, marketing: false };

export const cookieChoiceSchema = z.strictObject({
  choice: z.enum(['all', 'essential', 'custom']),
  analytics: z.literal('on').optional(),
  functional: z.literal('on').optional(),
  marketing: z.literal('on').optional(),
  returnTo: z.string().max(500).optional(),
});

export function choiceOf(form: z.infer<typeof cookieChoiceSchema>): CookieChoice {
  if (form.choice === 'all') return ACCEPT_ALL;
  if (form.choice === 'essential') return ESSENTIAL_ONLY;
  return {
    analytics: form.analytics === 'on',
    functional: form.functional === 'on',
    marketing: form.marketing === 'on',
  };
}

/** Returns undefined without a valid choice for this version of the policy. */
export async function readCookieChoice(
  shop: Pick<Shop, 'config' | 'now'>,
  request: Request,
): Promise<(CookieChoice & { chosenAt: Date | undefined }) | undefined> {
  const found = parseCookieChoice(await readCookie(shop, request, 'cookie_choice'));
  if (!found) return undefined;
  const { letters, chosenAt } = found;
  const has = (letter: string) => letters.includes(letter);
  return { analytics: has('a'), functional: has('f'), marketing: has('m'), chosenAt };
}

/** Stores the choice only in the browser, for a year, with version and time: 'af.1.1795528365'. */
export function keepCookieChoice(shop: Pick<Shop, 'config' | 'now'>, choice: CookieChoice): Promise<string> {
  const letters = OPTIONAL_COOKIES.filter((name) => choice[name]).map((name) => name[0]);
  const chosen = [letters.join('') || '-', COOKIE_POLICY_VERSION, Math.floor(shop.now.getTime() / 1000)];
  return keepCookie(shop, 'cookie_choice', chosen.join('.'));
}
