export const NO_TEXT = 'We couldn’t read this file. Download the statement as CSV from your bank.';

/**
 * Returns a file's text, or undefined for binary files. Ignores the name, because many banks call a text table '.xls'.
 */
export function textOfFile(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const text = new TextDecoder(detectEncoding(bytes)).decode(bytes);
  // oxlint-disable-next-line no-control-regex -- only binary files contain control characters
  return /^%PDF|[\u0000-\u0008]/.test(text) ? undefined : text;
}

function detectEncoding([first, second, third, fourth]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth)) return 'utf-16be';
  return 'utf-8';
}
