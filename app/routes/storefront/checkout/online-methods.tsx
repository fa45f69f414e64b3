import { offersQr, optionCard, type PaymentOption } from '#app/routes/storefront/payment/methods.ts';
import { Note } from '#app/ui/kit/note.tsx';

export const payTitle = (options: readonly PaymentOption[]): string | undefined =>
  offersQr(options) ? 'Pay by UPI' : options.length > 0 ? 'Pay online' : undefined;

export const OnlineMethods = ({ options }: { options: PaymentOption[] }) => (
  <p className="meta first-letter:uppercase">{options.map(({ id }) => optionCard(id).inSentence).join(', ')}</p>
);

export const NoOnlineMethods = () => (
  <Note tone="alert">Paying online is not possible at the moment. Please write to us.</Note>
);
