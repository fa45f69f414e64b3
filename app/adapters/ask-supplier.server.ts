/**
 * Calls a supplier's API. Throws when a retry may succeed: after a timeout, 5xx, 429, or too long an answer. Errors
 * contain no address, key or number.
 */
export async function askSupplier(
  supplier: string,
  url: string,
  init: RequestInit,
  { answersWithinMs, maxAnswer }: { answersWithinMs: number; maxAnswer: number },
): Promise<{ status: number; text: string }> {
  const later = (why: string) => new Error(`${supplier} ${why}`);
  const response = await fetch(url, {
    ...init,
    signal: AbortSignal.timeout(answersWithinMs),
    redirect: 'error',
  }).catch((error: Error) => {
    throw later(error.name === 'TimeoutError' ? 'did not answer in time' : 'could not be reached');
  });
  const text = await response.text().catch(() => {
    throw later('broke off its answer');
  });
  if (response.status >= 500 || response.status === 429) throw later(`answered ${response.status}`);
  if (text.length > maxAnswer) throw later('answered too much');
  return { status: response.status, text };
}
