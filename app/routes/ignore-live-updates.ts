import type { ShouldRevalidateFunctionArgs } from 'react-router';

/**
 * The `shouldRevalidate` of a page with a long form: after navigation and posts, not after live updates, which would
 * overwrite what was typed.
 */
export const ignoreLiveUpdates = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  formMethod === undefined && currentUrl.href === nextUrl.href ? false : defaultShouldRevalidate;
