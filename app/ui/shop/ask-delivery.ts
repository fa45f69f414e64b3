import { href } from 'react-router';
import type { DeliveryAnswer } from '#app/modules/store/shipping/delivery.ts';

/** A PIN code, which is remembered then, or the remembered one; for a piece, or else for the visitor's cart. */
type Question = { pin?: string; artworkId?: string };

/** Asks the shop what delivery means. Undefined without an answer: no connection, too busy, or nothing is remembered. */
export async function askDelivery(
  { pin, artworkId }: Question,
  signal?: AbortSignal,
): Promise<DeliveryAnswer | undefined> {
  const fields = new URLSearchParams({ ...(pin !== undefined && { pin }), ...(artworkId && { artworkId }) });
  const address = href('/api/delivery');
  const headers = { accept: 'application/json' };
  try {
    const answer = await (pin === undefined
      ? fetch(`${address}?${fields}`, { headers, signal })
      : fetch(address, { method: 'POST', body: fields, headers, signal }));
    // A PIN code that is none is answered with what is wrong with it.
    return answer.ok || answer.status === 422
      ? (((await answer.json()) as DeliveryAnswer | null) ?? undefined)
      : undefined;
  } catch {
    return undefined;
  }
}
