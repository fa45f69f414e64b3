import { optionCard, type PaymentOption } from '#app/routes/storefront/payment/methods.ts';

/** What Pay online leads to, by name: only what the payment window offers. A link to an app is there on a phone alone. */
export function OnlineMethods({ options }: { options: PaymentOption[] }) {
  return (
    <p className="meta first-letter:uppercase">
      {options.map(({ id }, at) => {
        const { inSentence } = optionCard(id);
        const label = at < options.length - 1 ? `${inSentence}, ` : inSentence;
        return id === 'app' ? (
          <span key={id} className="hidden touch:inline">
            {label}
          </span>
        ) : (
          label
        );
      })}
    </p>
  );
}

/** Stands in place of Pay online where the shop offers no way. */
export function NoOnlineMethods() {
  return <p className="field-hint">Paying online is not possible at the moment.</p>;
}
