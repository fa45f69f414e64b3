import {
  data,
  type DataStrategyResult,
  href,
  isRouteErrorResponse,
  replace,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { FAILURE_TEXT, FAILURE_TOAST } from '#app/basics/failure-text.ts';
import { OUTDATED_FORM } from '#app/basics/stale-form.ts';
import { typedIn } from '#app/platform/forms.ts';
import { isUnreached } from '#app/ui/kit/is-unreached.ts';
import { showToast } from '#app/ui/kit/toast.tsx';
import type { FormAnswer, FormFailure } from '#app/ui/kit/use-form.ts';
import { sendInTurn } from '#app/ui/shop/send-in-turn.ts';

type Results = Record<string, DataStrategyResult>;

const NOT_DONE = 'Nothing was changed, because something went wrong. Please try again.';
const MESSAGES: Record<FormFailure, string> = {
  unreached: NOT_DONE,
  broken: NOT_DONE,
  outdated: OUTDATED_FORM,
  gone: 'Nothing was changed, because this no longer exists. Reload the page.',
  'signed-out':
    'Nothing was changed, because you are signed out. Sign in in another tab, then send this again. Your text is still here.',
};

/** The checkout sends signed-out visitors to the cart. */
const SIGN_IN_PAGES = [`${href('/login')}?returnTo=`, `${href('/cart')}?signin=1&returnTo=`];

const CHANGES_GUEST_COOKIES = /^\/(cart|visitor-state|artwork)(\/|$)/;

/** Client middleware of the root. If an action gives no answer, the page keeps the typed text and shows why. */
export async function keepForm({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> {
  if (request.method === 'GET') return next();
  const form = await request.clone().formData();
  const results = await (CHANGES_GUEST_COOKIES.test(new URL(request.url).pathname) ? sendInTurn(next) : next());
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type === 'data') {
      showToastOf(result);
      continue;
    }
    const failure = await failureOf(toError(result));
    if (failure && !(failure === 'signed-out' && form.has(FAILURE_TOAST)))
      // This status prevents a revalidation, which would fail too.
      results[routeId] = { type: 'data', result: data(answerTo(form, failure), { status: UNANSWERED }) };
    else if (result instanceof Response) results[routeId] = { type, result: replaceSamePage(result) };
  }
  return results;
}

const UNANSWERED = 503;

/** For a page that revalidates even after a refusal. */
export const revalidateUnlessUnanswered = ({
  actionStatus = 200,
  defaultShouldRevalidate,
}: Pick<ShouldRevalidateFunctionArgs, 'actionStatus' | 'defaultShouldRevalidate'>): boolean =>
  actionStatus < 400 ? defaultShouldRevalidate : actionStatus !== UNANSWERED;

const toError = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'data' in result && result.data instanceof Error
    ? result.data
    : result;

/**
 * Returns why the action failed. Returns undefined for a redirect except to sign-in, and for a form that a second tap
 * replaced.
 */
async function failureOf(error: unknown): Promise<FormFailure | undefined> {
  if (error instanceof Response) {
    const to = error.headers.get('Location');
    return to !== null && SIGN_IN_PAGES.some((address) => to.startsWith(address)) ? 'signed-out' : undefined;
  }
  if (error instanceof DOMException && error.name === 'AbortError') return undefined;
  if (isUnreached(error)) return 'unreached';
  if (!isRouteErrorResponse(error)) return 'broken';
  if (error.status === 400) return 'outdated';
  if (error.status !== 404) return 'broken';
  return location.pathname.startsWith(href('/admin')) && (await hasNoSession()) ? 'signed-out' : 'gone';
}

const hasNoSession = (): Promise<boolean> =>
  fetch(href('/api/auth/*', { '*': 'get-session' })).then(
    async (answer) => answer.ok && (await answer.json()) === null,
    () => false,
  );

function answerTo(form: FormData, failure: FormFailure): FormAnswer {
  const toast = form.get(FAILURE_TOAST);
  const text = form.get(FAILURE_TEXT);
  const message =
    failure === 'signed-out'
      ? MESSAGES[failure]
      : typeof toast === 'string'
        ? withReason(toast, failure)
        : typeof text === 'string' && failure !== 'gone' && failure !== 'outdated'
          ? text
          : MESSAGES[failure];
  if (toast) showToast({ text: message, tone: 'alert' });
  const signInAt = failure === 'signed-out' ? href('/login') : undefined;
  return { ok: false, failure, message, formError: message, signInAt, typed: typedIn(form) };
}

function withReason(text: string, failure: FormFailure): string {
  const reason =
    failure === 'gone'
      ? 'It no longer exists.'
      : failure === 'outdated'
        ? 'Reload the page.'
        : navigator.onLine === false
          ? 'You are offline.'
          : undefined;
  if (!reason) return text;
  return `${text}${text.endsWith('.') ? '' : '.'} ${reason}`;
}

/**
 * A redirect to the current page adds no history entry. The checkout's redirect adds one, so that Back leads from the
 * payment to the checkout.
 */
function replaceSamePage(answer: Response): Response {
  const to = answer.headers.get('Location');
  const isSamePage = to !== null && new URL(to, location.href).pathname === location.pathname;
  if (!isSamePage || location.pathname === href('/checkout')) return answer;
  return replace(to, { status: answer.status, headers: answer.headers });
}

function showToastOf(result: unknown): void {
  const answer = result && typeof result === 'object' && 'data' in result ? result.data : result;
  const toast = (answer as FormAnswer | undefined)?.toast;
  if (!toast) return;
  const { text, tone, link } = toast;
  showToast({ text, tone, action: link?.to === location.pathname ? undefined : link });
}
