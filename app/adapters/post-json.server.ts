import { toOneLine } from '#app/basics/one-line.ts';
import { askSupplier } from './ask-supplier.server.ts';

export type PostOptions = { answersWithinMs?: number };

const ANSWERS_WITHIN_MS = 15_000;
const MAX_ANSWER = 100_000;

/**
 * Throws when a retry may succeed: after a timeout (15 seconds), 5xx, 429 or an answer without JSON. Errors contain no
 * key or number.
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

export const supplierMessage = (text: string): string =>
  toOneLine(text.toWellFormed())
    .replace(/\+?\d{8,}/g, '…')
    .slice(0, 300);
