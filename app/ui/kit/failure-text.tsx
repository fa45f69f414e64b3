import { FAILURE_TEXT, FAILURE_TOAST } from '#app/basics/failure-text.ts';

const NOT_DONE = 'That didn’t work. Please try again.';

export function FailureText({ children = NOT_DONE, toast }: { children?: string; toast?: boolean }) {
  return <input type="hidden" name={toast ? FAILURE_TOAST : FAILURE_TEXT} value={children} />;
}
