import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useNavigate, useNavigation, useSearchParams } from 'react-router';
import { readZipCode } from '#app/modules/store/shipping/address-forms.ts';
import { type Answer, type Open, PAY_BY, type PayBy, PIN } from './open-checkout.ts';

/** A new request cancels the previous request, so each sends both PIN code and payment method. */
export function useQuote(form: RefObject<HTMLFormElement | null>): (payBy?: PayBy) => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (payBy) => {
    const fields = new FormData(form.current ?? undefined);
    const pin = readZipCode(textOf(fields, 'zipCode'));
    const chosen = payBy ?? textOf(fields, PAY_BY);
    const asked = new URLSearchParams(search);
    if (pin) asked.set(PIN, pin);
    if (chosen) asked.set(PAY_BY, chosen);
    void navigate(`?${asked}`, { replace: true, preventScrollReset: true });
  };
}

const textOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
};

export function useDeliveryQuote(
  form: RefObject<HTMLFormElement | null>,
  open: Open,
  answer: Answer | undefined,
): () => void {
  const { quotedFor } = open;
  const quoteAgain = useQuote(form);
  const isSending = useNavigation().formMethod === 'POST';
  const quote = () => {
    const field = form.current?.elements.namedItem('zipCode');
    const pin = field instanceof HTMLInputElement ? readZipCode(field.value) : undefined;
    if (isSending) return;
    if (quotedFor === undefined || pin === undefined || pin === quotedFor) return;
    quoteAgain();
  };
  const quoteNow = useEffectEvent(quote);
  useEffect(() => quoteNow(), [open, answer, isSending]);
  return quote;
}
