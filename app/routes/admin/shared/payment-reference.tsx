import { spacedReference } from '#app/modules/order-documents/paper-sheet.ts';
import type { Verification } from '#app/modules/orders/order.ts';
import { Icon, type IconName } from '#app/ui/kit/icon.tsx';

/** The twelve digits of a UTR in groups of four; anything else as it was typed. */
export function PaymentReference({ reference }: { reference: string | null }) {
  if (!reference) return <>No reference</>;
  return <>{spacedReference(reference)}</>;
}

const STATES: Record<Verification, { label: string; icon: IconName; colour: string }> = {
  unverified: { label: 'Not matched', icon: 'clock', colour: 'text-haldi-ink' },
  matched: { label: 'Matched', icon: 'check', colour: 'text-pine' },
  rejected: { label: 'Rejected', icon: 'close', colour: 'text-alert' },
};

/** Whether the money was found in the bank, by sign, word and colour; `short` leaves the word to who can't see, on a phone. */
export function MatchState({ verification, short }: { verification: Verification; short?: boolean }) {
  const { label, icon, colour } = STATES[verification];
  return (
    <span className={`inline-flex items-center gap-1 font-semibold text-xs ${colour}`}>
      <Icon name={icon} small className="size-4" />
      <span className={short ? 'max-md:sr-only' : undefined}>{label}</span>
    </span>
  );
}
