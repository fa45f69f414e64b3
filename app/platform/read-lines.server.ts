import { createReadStream } from 'node:fs';

/**
 * The lines of a file in UTF-8, apart by line feeds alone: a text may hold what `node:readline` takes for the end of a line
 * (U+2028, U+2029). Throws a TypeError whose code is ERR_ENCODING_INVALID_ENCODED_DATA where the file isn't UTF-8.
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
