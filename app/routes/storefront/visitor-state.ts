import { href, redirect } from 'react-router';
import { formAction } from '#app/routes/form-action.server.ts';
import { isUnreached } from '#app/ui/kit/is-unreached.ts';
import type { VisitorState } from '#app/ui/shop/use-visitor-state.ts';
import { visitorForms } from './visitor-state-forms.server.ts';
import type { Route } from './+types/visitor-state.ts';

/** The server answers this address itself, without the router. If no answer arrives, the page does not change. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<VisitorState | null> {
  try {
    const response = await fetch(href('/visitor-state'), { signal: request.signal });
    if (response.redirected) {
      const { pathname } = new URL(response.url);
      // The redirected page fetches the state, and a second load would lose its form's answer.
      if (pathname === location.pathname) return null;
      throw redirect(pathname);
    }
    return response.ok ? ((await response.json()) as VisitorState) : null;
  } catch (error) {
    if (isUnreached(error)) return null;
    throw error;
  }
}

export const action = formAction(visitorForms);
