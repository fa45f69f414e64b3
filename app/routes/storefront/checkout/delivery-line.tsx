import { useEffect, useRef, useState } from 'react';
import type { DeliveryQuote } from '#app/modules/store/shipping/delivery.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { askDelivery } from '#app/ui/shop/ask-delivery.ts';
import { DeliveryTerms } from '#app/ui/shop/delivery-terms.tsx';

const isWhole = (zipCode: string) => zipCode.length === 6;

export function DeliveryLine({
  initialQuote,
  artworkIds,
}: {
  initialQuote: DeliveryQuote | undefined;
  artworkIds: readonly string[];
}) {
  const box = useRef<HTMLDivElement>(null);
  // Null: the new PIN code has no quote yet.
  const [newQuote, setNewQuote] = useState<DeliveryQuote | null>();
  useEffect(() => {
    setNewQuote(undefined);
    const form = box.current?.closest('form');
    if (!form) return;
    let asking: AbortController | undefined;
    const ask = async () => {
      const zipCode = (form.elements.namedItem('zipCode') as HTMLInputElement).value.replace(/\s/g, '');
      asking?.abort();
      if (zipCode === (initialQuote?.zipCode ?? '')) return setNewQuote(undefined);
      if (!isWhole(zipCode)) return setNewQuote(null);
      asking = new AbortController();
      const { signal } = asking;
      // A failed quote does no harm, because placing the order calculates the charge again.
      const answer = await askDelivery({ pin: zipCode }, signal);
      if (!signal.aborted) setNewQuote(answer?.quote ?? null);
    };
    const askTyped = (event: Event) => {
      if ((event.target as HTMLInputElement).name === 'zipCode') void ask();
    };
    void ask();
    form.addEventListener('input', askTyped);
    return () => {
      asking?.abort();
      form.removeEventListener('input', askTyped);
    };
  }, [initialQuote]);
  const quote = newQuote === undefined ? initialQuote : newQuote;
  return (
    <div ref={box} className="mb-6">
      <div role="status" className="field-hint">
        {quote ? (
          <DeliveryTerms quote={quote} artworkIds={artworkIds} />
        ) : (
          'Enter your PIN code for delivery date and cost.'
        )}
      </div>
      <noscript>
        <Button look="secondary" name="intent" value="quote-delivery">
          Show delivery to this PIN code
        </Button>
      </noscript>
    </div>
  );
}
