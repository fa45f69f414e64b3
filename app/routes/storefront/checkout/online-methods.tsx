import { offersQr, optionCard, type PaymentOption } from '#app/routes/storefront/payment/methods.ts';
import { Note } from '#app/ui/kit/note.tsx';

export const payTitle = (options: readonly PaymentOption[]): string | undefined =>
  offersQr(options) ? 'Pay by UPI' : options.length > 0 ? 'Pay online' : undefined;

/** App links are for phones only. */
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

export const NoOnlineMethods = () => (
  <Note tone="alert">Paying online is not possible at the moment. Please write to us.</Note>
);
