import { href } from 'react-router';
import type { DraftLine } from '#app/modules/payments/checkout/draft-order.ts';
import { withLine } from '#app/routes/admin/orders/orders/draft-terms.ts';

const TEMPORARY_PARAMETERS = ['pay', 'key', 'drawn', 'sold', 'undone', 'refused'];

export function addressWithLine(search: URLSearchParams, line: DraftLine): string {
  return address(withLine(search, line));
}

export function addressWith(search: URLSearchParams, changes: Record<string, string | undefined> = {}): string {
  return address(search, changes);
}

function address(search: URLSearchParams, changes: Record<string, string | undefined> = {}): string {
  const next = new URLSearchParams(search);
  for (const name of TEMPORARY_PARAMETERS) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return `${href('/admin/sale')}${text && `?${text}`}`;
}
