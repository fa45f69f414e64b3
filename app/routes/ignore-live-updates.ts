import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** For pages with a long form, because live updates would overwrite what was typed. */
export const ignoreLiveUpdates = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  formMethod === undefined && currentUrl.href === nextUrl.href ? false : defaultShouldRevalidate;
