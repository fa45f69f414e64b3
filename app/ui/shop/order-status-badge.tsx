import { Badge } from '#app/ui/kit/badge.tsx';

const TONES: Record<string, 'haldi' | 'indigo' | 'pine' | 'alert'> = {
  processing: 'haldi',
  shipped: 'indigo',
  delivered: 'pine',
  cancelled: 'alert',
};

/** An order's status by colour, shape and word; pending and anything else are grey. */
export function OrderStatusBadge({ status }: { status: string }) {
  return <Badge tone={TONES[status]}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>;
}
