/** What a test may set otherwise: how long a supplier of texts may take. */
export type PostOptions = { answersWithinMs?: number };

const ANSWERS_WITHIN_MS = 15_000;
const MAX_ANSWER = 100_000;

/**
 * Posts JSON and reads the JSON that comes back, whatever its status. Throws for what may work later: no answer in 15 seconds,
 * a broken server (5xx), too many at once (429), a page that isn't JSON. What it throws names neither key nor number.
 */
export async function postJson(
  supplier: string,
  url: string,
  headers: Record<string, string>,
  body: unknown,
  { answersWithinMs = ANSWERS_WITHIN_MS }: PostOptions,
): Promise<{ status: number; json: unknown }> {
  const later = (why: string) => new Error(`${supplier} ${why}`);
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answersWithinMs),
    redirect: 'error',
  }).catch((error: Error) => {
    throw later(error.name === 'TimeoutError' ? 'did not answer in time' : 'could not be reached');
  });
  const text = await response.text().catch(() => {
    throw later('broke off its answer');
  });
  if (response.status >= 500 || response.status === 429) throw later(`answered ${response.status}`);
  if (text.length > MAX_ANSWER) throw later('answered too much');
  try {
    return { status: response.status, json: JSON.parse(text) as unknown };
  } catch {
    throw later(`answered ${response.status} with something that is no JSON`);
  }
}

/** What a supplier says, short and on one line, without digits enough to be somebody's number. */
export const supplierMessage = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\+?\d{8,}/g, '…')
    .trim()
    .slice(0, 300);
