const WAITS_FOR_MS = 10_000;

/**
 * Each answer rewrites a guest's whole cart or wishlist cookie, so the posts of all tabs are sent one after the other.
 */
export async function sendInTurn<Answer>(post: () => Promise<Answer>): Promise<Answer> {
  let turn: Promise<Answer> | undefined;
  const send = () => (turn = post());
  const signal = AbortSignal.timeout(WAITS_FOR_MS);
  // The post's own promise reports its errors.
  await (navigator.locks as LockManager | undefined)?.request('guest-cookies', { signal }, send).catch(() => {});
  return turn ?? send();
}
