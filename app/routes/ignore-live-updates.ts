import type { ShouldRevalidateFunctionArgs } from 'react-router';

/**
 * The `shouldRevalidate` of a page with a form that is worked on for a while: it is read again by a navigation and after a form was
 * sent, never by a live update. What was typed would go, or what somebody else saved would count as seen.
 */
export const ignoreLiveUpdates = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  formMethod === undefined && currentUrl.href === nextUrl.href ? false : defaultShouldRevalidate;
