import { z } from 'zod';
import { COOKIE_POLICY_VERSION, parseCookieChoice } from '#app/basics/guest-cookies.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { keepCookie, readCookie } from '#app/routes/cookies.server.ts';

/** The categories of the Cookie Policy that a visitor may say no to; essential cookies are always set. */
const OPTIONAL_COOKIES = ['analytics', 'functional', 'marketing'] as const;
export type CookieChoice = Record<(typeof OPTIONAL_COOKIES)[number], boolean>;

const ACCEPT_ALL: CookieChoice = { analytics: true, functional: true, marketing: true };
const ESSENTIAL_ONLY: CookieChoice = { analytics: false, functional: false, marketing: false };

/** What the form of the banner or of the Cookie Policy sends: one of two buttons, or the boxes that were ticked. */
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

/** The choice in the request's cookie, and when it was made; nothing chosen yet, something we didn't write, or another version of the policy is undefined: ask again. */
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

/** The Set-Cookie line that keeps a choice for a year, with the version of the Cookie Policy and the time: 'af.1.1795528365', say. It stays in the browser alone. */
export function keepCookieChoice(shop: Pick<Shop, 'config' | 'now'>, choice: CookieChoice): Promise<string> {
  const letters = OPTIONAL_COOKIES.filter((name) => choice[name]).map((name) => name[0]);
  const chosen = [letters.join('') || '-', COOKIE_POLICY_VERSION, Math.floor(shop.now.getTime() / 1000)];
  return keepCookie(shop, 'cookie_choice', chosen.join('.'));
}
