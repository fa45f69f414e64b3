import { useActionData } from 'react-router';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';

export function useRowForm(
  intent: string,
  rowId: string,
  known: Record<string, string | undefined>,
  rowField: 'orderId' | 'refundId' = 'orderId',
) {
  const answer = useActionData() as FormAnswer | undefined;
  const isOwn = answer?.typed?.[rowField] === rowId;
  const ids = ['paymentId', 'amount', 'reference', 'sentTo', 'reason'].map((name) => [
    name,
    `${intent}-${name}-${rowId}`,
  ]);
  return useShopForm({
    intent,
    known,
    ids: Object.fromEntries(ids),
    answer: isOwn ? answer : { typed: { intent: '' } },
  });
}
