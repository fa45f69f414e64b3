import { data, href, isRouteErrorResponse } from 'react-router';
import { showToast } from '#app/ui/kit/toast.tsx';

type Answer = { ok: boolean; message: string };

/**
 * Shows what a post was answered; or, when it could not be done at all (the network is away, the piece is gone, the shop
 * broke), the specified words with the reason, where it is known. The status keeps the router from reading the page again, which would fail like
 * the post; what broke on the server is in its log.
 */
export async function resultOrError<Posted>(
  posted: Promise<Posted>,
  problem: string | ((error: unknown) => string),
  show: (answer: Exclude<Posted, Response> | (Answer & { removed?: undefined })) => void,
) {
  try {
    const answer = (await posted) as Exclude<Posted, Response>;
    show(answer);
    return answer;
  } catch (error) {
    // A second tap took over from this one and is answered in its place.
    if (error instanceof Response || (error instanceof DOMException && error.name === 'AbortError')) throw error;
    const message = withReason(typeof problem === 'string' ? problem : problem(error), error);
    const answer = { ok: false as const, message };
    show(answer);
    return data(answer, { status: 503 });
  }
}

function withReason(message: string, error: unknown): string {
  const reason =
    globalThis.navigator?.onLine === false
      ? 'You are offline.'
      : isRouteErrorResponse(error) && error.status === 404
        ? 'It no longer exists.'
        : undefined;
  if (!reason) return message;
  return `${message}${message.endsWith('.') ? '' : '.'} ${reason}`;
}

/** 'Added …' with the way to the cart, or why not. It stands here because a route with an action can't name a toast's. */
export function showAdded(answer: Answer): void {
  const elsewhere = window.location.pathname !== href('/cart');
  showToast(
    answer.ok
      ? { text: answer.message, action: elsewhere ? { label: 'View cart', to: href('/cart') } : undefined }
      : { text: answer.message, tone: 'alert' },
  );
}

/** A toast for what is to be told; nothing when there are no words. */
export function showAnswer(answer: Answer): void {
  if (answer.message) showToast({ text: answer.message, tone: answer.ok ? undefined : 'alert' });
}
