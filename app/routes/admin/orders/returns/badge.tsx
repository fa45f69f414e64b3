import { type ReturnRequest, returnState } from '#app/modules/orders/returns/return.ts';
import { Badge } from '#app/ui/kit/badge.tsx';

const TONES = {
  pending: 'haldi',
  accepted: 'indigo',
  declined: 'alert',
  withdrawn: undefined,
  closed: undefined,
} as const;

export function ReturnBadge({ request }: { request: Pick<ReturnRequest, 'status' | 'receivedAt' | 'lines'> }) {
  return <Badge tone={request.receivedAt ? 'pine' : TONES[request.status]}>{returnState(request)}</Badge>;
}
