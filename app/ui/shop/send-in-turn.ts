/** A line that hangs holds nothing up for longer. */
const WAITS_FOR_MS = 10_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a post that changes the cart or the hearts once those before it are answered, or have failed, or hang. A guest's are
 * cookies, which the server computes from what came with the post and writes whole: of two on their way together the later answer
 * would undo the other. Posts of other tabs count too.
 */
export async function sendInTurn<Answer>(post: () => Promise<Answer>): Promise<Answer> {
  const waited = AbortSignal.timeout(WAITS_FOR_MS);
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) {
    // Over plain http a browser has no locks.
    const hangs = new Promise((resolve) => waited.addEventListener('abort', resolve, { once: true }));
    const turn = Promise.race([last, hangs]).then(post, post);
    last = turn;
    return turn;
  }
  let isSent = false;
  const send = () => {
    isSent = true;
    return post();
  };
  try {
    return await locks.request('guest-cookies', { signal: waited }, send);
  } catch (error) {
    if (isSent) throw error;
    return post();
  }
}
