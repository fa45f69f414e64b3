import { readableCode, readableCodeOf } from '#app/platform/readable-code.server.ts';

/**
 * A new order number such as 'BV-7K3M-9QX2': 31^8 of them, drawn by chance; for the key of a form always the same, since a QR code
 * names it before there is an order.
 */
export function newOrderNumber(key?: string): string {
  const code = key === undefined ? readableCode(8) : readableCodeOf(key, 8);
  return `BV-${code.slice(0, 4)}-${code.slice(4)}`;
}
