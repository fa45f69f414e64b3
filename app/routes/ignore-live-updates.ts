import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** For pages with a long form, because a live update would overwrite typed text. */
export const ignoreLiveUpdates = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  formMethod === undefined && currentUrl.href === nextUrl.href ? false : defaultShouldRevalidate;
