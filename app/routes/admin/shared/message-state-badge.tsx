import { MESSAGE_STATE_LABELS, type MessageState } from '#app/modules/messaging/messages/message.ts';
import { Badge } from '#app/ui/kit/badge.tsx';

const TONES = { queued: 'haldi', sent: 'pine', unsent: 'indigo', failed: 'alert' } as const;

export function MessageStateBadge({ state }: { state: MessageState }) {
  return <Badge tone={TONES[state]}>{MESSAGE_STATE_LABELS[state]}</Badge>;
}
