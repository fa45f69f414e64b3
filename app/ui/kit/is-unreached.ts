/**
 * Whether something was thrown because no answer came, in the words of each browser, or (in the router's) one that isn't
 * the page's: the shop is too busy, or something stands between. Then nothing is broken here.
 */
export const isUnreached = (error: unknown): boolean =>
  (error instanceof TypeError && /failed to fetch|networkerror|load failed|network connection/i.test(error.message)) ||
  (error instanceof Error && /unable to decode turbo-stream/i.test(error.message));
