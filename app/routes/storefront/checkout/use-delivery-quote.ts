import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useNavigate, useNavigation, useSearchParams } from 'react-router';
import { readZipCode } from '#app/modules/postal/forms.ts';
import { type Answer, type Open, PIN } from './open-checkout.ts';

/**
 * Where the PIN code decides what is charged, whether anything is delivered or how one may pay: has the summary quoted anew
 * whenever another PIN code stands in the form, typed, chosen, restored or refused. Answers what the form calls when something is typed.
 */
export function useDeliveryQuote(
  form: RefObject<HTMLFormElement | null>,
  { quotedFor, key }: Pick<Open, 'quotedFor' | 'key'>,
  answer: Answer | undefined,
): () => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isSending = useNavigation().formMethod === 'POST';
  const quote = () => {
    const field = form.current?.elements.namedItem('zipCode');
    const pin = field instanceof HTMLInputElement ? readZipCode(field.value) : undefined;
    // It would cut off what is on its way, and is done once that has come.
    if (isSending) return;
    if (quotedFor === undefined || pin === undefined || pin === quotedFor) return;
    const asked = new URLSearchParams(search);
    asked.set(PIN, pin);
    void navigate(`?${asked}`, { replace: true, preventScrollReset: true });
  };
  const quoteNow = useEffectEvent(quote);
  useEffect(() => quoteNow(), [key, answer, isSending]);
  return quote;
}
