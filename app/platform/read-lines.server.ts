import { createReadStream } from 'node:fs';

/**
 * Splits at line feeds only; `node:readline` also splits at U+2028 and U+2029. Throws a TypeError for invalid UTF-8.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let open = '';
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array>) {
    const lines = (open + decoder.decode(chunk, { stream: true })).split('\n');
    open = lines.pop()!;
    yield* lines;
  }
  open += decoder.decode();
  if (open !== '') yield open;
}
