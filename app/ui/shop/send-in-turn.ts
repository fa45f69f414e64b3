/** A line that hangs holds nothing up for longer. */
const WAITS_FOR_MS = 10_000;

/**
 * Sends a post that changes the cart or the hearts once those before it are answered, or have failed, or hang. A guest's are
 * cookies, which the server computes from what came with the post and writes whole: of two on their way together the later answer
 * would undo the other. Posts of other tabs count too. Over plain http, where a browser has no locks, it is sent at once.
 */
export async function sendInTurn<Answer>(post: () => Promise<Answer>): Promise<Answer> {
  let turn: Promise<Answer> | undefined;
  const send = () => (turn = post());
  const signal = AbortSignal.timeout(WAITS_FOR_MS);
  // What the post comes to, its turn's promise tells.
  await (navigator.locks as LockManager | undefined)?.request('guest-cookies', { signal }, send).catch(() => {});
  return turn ?? send();
}
