export const NO_TEXT = 'This file holds no rows that can be read. Download the statement as CSV from your bank.';

/**
 * The text of a chosen file, whatever it is called: many banks name a table '.xls'. Undefined for what is none, a real spreadsheet,
 * a PDF or a picture. For browser and server.
 */
export function textOfFile(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  // oxlint-disable-next-line no-control-regex -- what no text holds
  return /^%PDF|[\u0000-\u0008]/.test(text) ? undefined : text;
}

/** UTF-16 by its mark, or without one by the zero beside a first letter or digit. */
function encodingOf([first, second, third, fourth]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth)) return 'utf-16be';
  return 'utf-8';
}
