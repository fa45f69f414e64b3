import { z } from 'zod';
import type { Config } from '#app/platform/config.server.ts';
import { DAY_IN_SECONDS, keepCookie, readCookie, textCookie } from '#app/routes/cookies.server.ts';

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

const cookie = textCookie('cookie_choice', { maxAge: 365 * DAY_IN_SECONDS });

/** The choice in the request's cookie; nothing chosen yet, or something we didn't write, is undefined: ask again. */
export async function readCookieChoice(request: Request): Promise<CookieChoice | undefined> {
  const letters = (await readCookie(request, cookie)) ?? '';
  if (!/^(-|[afm]{1,3})$/.test(letters)) return undefined;
  return { analytics: letters.includes('a'), functional: letters.includes('f'), marketing: letters.includes('m') };
}

/** The Set-Cookie line that keeps a choice for a year: a letter for each category that was allowed ('af', say), or '-' for none. */
export function keepCookieChoice(config: Config, choice: CookieChoice): Promise<string> {
  const letters = OPTIONAL_COOKIES.filter((name) => choice[name]).map((name) => name[0]);
  return keepCookie(config, cookie, letters.join('') || '-');
}
