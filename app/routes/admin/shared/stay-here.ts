import { data } from 'react-router';
import { typedIn } from '#app/platform/forms.ts';

/** What a form is told when nothing could be done. */
export type NotDone = { formError?: string; typed?: Record<string, string> };

const NOT_DONE = 'Nothing was changed: the shop could not be reached, or did not manage it. Please try again.';

/**
 * For a route's `clientAction`: when its action gives no answer (the network is away, the shop broke), the page stays with all
 * that was typed and says so with this message. The status keeps the router from reading the page again, which would fail too.
 */
export const stayHere =
  (message: string = NOT_DONE) =>
  async ({ request, serverAction }: { request: Request; serverAction: () => Promise<unknown> }) => {
    const sent = await request.clone().formData();
    try {
      // The router knows the type of the action's answer itself, and adds what is said here.
      return (await serverAction()) as never;
    } catch (error) {
      // A second tap took over from this one and is answered in its place.
      if (error instanceof Response || (error instanceof DOMException && error.name === 'AbortError')) throw error;
      return data<NotDone>({ formError: message, typed: typedIn(sent) }, { status: 503 });
    }
  };
