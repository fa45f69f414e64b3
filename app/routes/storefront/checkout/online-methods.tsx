import { offersQr, optionCard, type PaymentOption } from '#app/routes/storefront/payment/methods.ts';
import { Note } from '#app/ui/kit/note.tsx';

/** What the step of paying is called, of the ways that are offered; where there is none it keeps its own name. */
export const payTitle = (options: readonly PaymentOption[]): string | undefined =>
  offersQr(options) ? 'Pay by UPI' : options.length > 0 ? 'Pay online' : undefined;

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
export const NoOnlineMethods = () => (
  <Note tone="alert">Paying online is not possible at the moment. Please write to us.</Note>
);
