import { Badge } from '#app/ui/kit/badge.tsx';

const TONES: Record<string, 'haldi' | 'indigo' | 'pine' | 'alert'> = {
  processing: 'haldi',
  shipped: 'indigo',
  delivered: 'pine',
  cancelled: 'alert',
};

export function OrderStatusBadge({ status, greyCancelled }: { status: string; greyCancelled?: boolean }) {
  return (
    <Badge tone={greyCancelled && status === 'cancelled' ? undefined : TONES[status]}>
      {status.charAt(0).toUpperCase() + status.slice(1)}
    </Badge>
  );
}
