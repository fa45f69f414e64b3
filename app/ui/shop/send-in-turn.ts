let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a post that changes the cart or the hearts once those before it are answered, or have failed. A guest's are cookies, which
 * the server computes from what came with the post and writes whole: of two on their way together the later answer would undo the
 * other. Posts of other tabs count too.
 */
export function sendInTurn<Answer>(post: () => Promise<Answer>): Promise<Answer> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks) return locks.request('guest-cookies', post);
  // Over plain http a browser has no locks.
  const turn = last.then(post, post);
  last = turn;
  return turn;
}
