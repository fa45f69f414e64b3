import { useActionData } from 'react-router';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';

/** The form of an order among others of its kind on a page: it shows only its own mistakes. */
export function useRowForm(intent: string, orderId: string, known: Record<string, string | undefined>) {
  const answer = useActionData() as FormAnswer | undefined;
  const isOwn = answer?.typed?.orderId === orderId;
  const ids = ['paymentId', 'amount', 'reference', 'reason'].map((name) => [name, `${intent}-${name}-${orderId}`]);
  return useShopForm({
    intent,
    known,
    ids: Object.fromEntries(ids),
    answer: isOwn ? answer : { typed: { intent: '' } },
  });
}
