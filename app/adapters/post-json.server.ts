import { toOneLine } from '#app/basics/one-line.ts';
import { askSupplier } from './ask-supplier.server.ts';

/** What a test may set otherwise: how long a supplier may take. */
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
  const { status, text } = await askSupplier(
    supplier,
    url,
    {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    },
    { answersWithinMs, maxAnswer: MAX_ANSWER },
  );
  try {
    return { status, json: JSON.parse(text) as unknown };
  } catch {
    throw new Error(`${supplier} answered ${status} with something that is no JSON`);
  }
}

/** What a supplier says, short and on one line, without digits enough to be somebody's number. */
export const supplierMessage = (text: string): string =>
  toOneLine(text.toWellFormed())
    .replace(/\+?\d{8,}/g, '…')
    .slice(0, 300);
