import { data } from 'react-router';
import { ownValue } from '#app/basics/own-value.ts';
import { typedIn } from '#app/platform/forms.ts';
import { isSignedOut, signedOutAnswer } from '#app/routes/stay-here.ts';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';

/** What the page of a request is answered when a form stays. */
export type RequestPageAnswer = FormAnswer & {
  /** The message was taken; the next one goes under this key. */
  nextKey?: string;
  /** Without JavaScript: the pictures that were taken, and what was wrong with others. */
  pictures?: { id: string }[];
  pictureError?: string;
  /** It didn't get through at all: the network is away, or the shop broke. */
  isCut?: true;
};

export const NOT_SENT = 'This could not be sent.';

/** For a page's `clientAction`: what can't be sent, and what is sent after the session has ended, stays with all that was typed, and says so: `messages` by the form’s intent. */
export async function postPage<Answer>(
  { request, serverAction }: { request: Request; serverAction: () => Promise<Answer> },
  messages: Record<string, string> = {},
) {
  const sent = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    // A second tap took over from this one and is answered in its place.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const typed = typedIn(sent);
    const mustSignIn = await isSignedOut(error);
    if (error instanceof Response && !mustSignIn) throw error;
    const answer = mustSignIn
      ? signedOutAnswer()
      : {
          formError:
            ownValue(messages, typed.intent ?? null) ?? `${NOT_SENT} Nothing you typed is lost; please try again.`,
        };
    return data<RequestPageAnswer>({ isCut: true, ...answer, typed }, { status: 503 });
  }
}
