import { data, href, isRouteErrorResponse, replace, type ShouldRevalidateFunctionArgs } from 'react-router';
import { typedIn } from '#app/platform/forms.ts';

/** What a form is told when nothing could be done. */
export type NotDone = { formError?: string; signInAt?: string; typed?: Record<string, string> };

const NOT_DONE = 'Nothing was changed: the shop could not be reached, or did not manage it. Please try again.';
const GONE = 'Nothing was changed: it is no longer there. Load the page again to see what is.';
const SIGNED_OUT =
  'Nothing was changed: you are no longer signed in. Sign in in another tab and send this again; what you typed still stands here.';

/** What a form says when its session has ended, with a link to sign in. `message` replaces the usual words. */
export const signedOutAnswer = (message: string = SIGNED_OUT) => ({ formError: message, signInAt: href('/login') });

/** Where the server leads visitors who have to sign in first; from the checkout to the cart. */
const SIGN_IN_PAGES = [`${href('/login')}?returnTo=`, `${href('/cart')}?signin=1&returnTo=`];

/**
 * Whether an action gave no answer because who sent it is signed in no longer: it leads to the sign-in, or, in the admin area, to what is
 * an unknown address to everybody else.
 */
export async function isSignedOut(error: unknown): Promise<boolean> {
  if (error instanceof Response)
    return SIGN_IN_PAGES.some((address) => error.headers.get('Location')?.startsWith(address));
  const isUnknown = isRouteErrorResponse(error) && error.status === 404;
  if (!isUnknown || !globalThis.location?.pathname.startsWith(href('/admin'))) return false;
  const session: unknown = await fetch(href('/api/auth/*', { '*': 'get-session' })).then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined,
  );
  return session === null;
}

/** A button that leads back to the page it stands on makes no second entry of it in the browser's history: Back leaves the page at once. */
function leadBack(answer: Response): Response {
  const to = answer.headers.get('Location');
  const isSamePage = to !== null && new URL(to, location.href).pathname === location.pathname;
  return isSamePage ? replace(to, { status: answer.status, headers: answer.headers }) : answer;
}

/**
 * For a route's `clientAction`: when its action gives no answer (the network is away, the shop broke), the page stays with all
 * that was typed and says so with this message, or that what it was about is gone, or that one has to sign in first. The status keeps the
 * router from reading the page again, which would fail too.
 */
export const stayHere = (message: string = NOT_DONE) =>
  stayWith(async (typed, error): Promise<NotDone> => {
    if (await isSignedOut(error)) return { ...signedOutAnswer(), typed };
    const isGone = isRouteErrorResponse(error) && error.status === 404;
    return { formError: isGone ? GONE : message, typed };
  });

/** The same for a page that shows its answers in another shape. */
export const stayWith =
  <Answer>(answerOf: (typed: Record<string, string>, error: unknown) => Answer | Promise<Answer>) =>
  async ({ request, serverAction }: { request: Request; serverAction: () => Promise<unknown> }) => {
    const sent = await request.clone().formData();
    try {
      // The router knows the type of the action's answer itself, and adds what is said here.
      return (await serverAction()) as never;
    } catch (error) {
      if (error instanceof Response && !(await isSignedOut(error))) throw leadBack(error);
      // A second tap took over from this one and is answered in its place.
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      return data(await answerOf(typedIn(sent), error), { status: 503 });
    }
  };

/**
 * The `shouldRevalidate` of a page that is read again after a refusal, too, since what it shows may have changed meanwhile. After what
 * was cut off it isn't: that would fail as well.
 */
export const revalidateUnlessCutOff = ({ actionStatus }: ShouldRevalidateFunctionArgs): boolean => actionStatus !== 503;
