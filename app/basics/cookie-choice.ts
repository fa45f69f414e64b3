import { z } from 'zod';

/** The categories of the Cookie Policy that a visitor may say no to; essential cookies are always set. */
export const OPTIONAL_COOKIES = ['analytics', 'functional', 'marketing'] as const;
export type OptionalCookie = (typeof OPTIONAL_COOKIES)[number];
export type CookieChoice = Record<OptionalCookie, boolean>;

export const ACCEPT_ALL: CookieChoice = { analytics: true, functional: true, marketing: true };
export const ESSENTIAL_ONLY: CookieChoice = { analytics: false, functional: false, marketing: false };

/** What the form of the banner or of the Cookie Policy sends: one of two buttons, or the boxes that were ticked. */
export const cookieChoiceSchema = z.strictObject({
  choice: z.enum(['all', 'essential', 'custom']),
  analytics: z.literal('on').optional(),
  functional: z.literal('on').optional(),
  marketing: z.literal('on').optional(),
  returnTo: z.string().max(500).optional(),
});

export function chosenCookies(form: z.infer<typeof cookieChoiceSchema>): CookieChoice {
  if (form.choice === 'all') return ACCEPT_ALL;
  if (form.choice === 'essential') return ESSENTIAL_ONLY;
  return {
    analytics: form.analytics === 'on',
    functional: form.functional === 'on',
    marketing: form.marketing === 'on',
  };
}

/** A letter for each category that was allowed ('af', say), or '-' for none: short, and readable by eye. */
export function writeCookieChoice(choice: CookieChoice): string {
  return (
    OPTIONAL_COOKIES.filter((name) => choice[name])
      .map((name) => name[0])
      .join('') || '-'
  );
}

/** Reads the choice out of a Cookie header; nothing chosen yet, or something we didn't write, is undefined: ask again. */
export function readCookieChoice(cookieHeader: string | null): CookieChoice | undefined {
  const found = /(?:^|;\s*)cookie_choice=(-|[afm]{1,3})(?:;|$)/.exec(cookieHeader ?? '')?.[1];
  if (!found) return undefined;
  return { analytics: found.includes('a'), functional: found.includes('f'), marketing: found.includes('m') };
}
