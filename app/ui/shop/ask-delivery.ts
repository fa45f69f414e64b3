import { href } from 'react-router';
import type { DeliveryAnswer } from '#app/modules/store/shipping/delivery.ts';

type Question = { pin?: string; artworkId?: string };

/** Returns undefined without an answer, or without a remembered PIN code. */
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
    return answer.ok || answer.status === 422
      ? (((await answer.json()) as DeliveryAnswer | null) ?? undefined)
      : undefined;
  } catch {
    return undefined;
  }
}
