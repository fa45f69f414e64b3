import { href } from 'react-router';
import { ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { AlreadyPaid } from './already-paid.tsx';
import type { Answer, CheckoutData } from './open-checkout.ts';
import { PlacedBefore } from './placed-before.tsx';

export function EmptyCheckout({
  checkout: { contact, placed },
  answer,
}: {
  checkout: Extract<CheckoutData, { kind: 'empty' }>;
  answer: Answer | undefined;
}) {
  return (
    <main id="main" className="wrap">
      {answer?.formError ? (
        <div className="mt-6 grid gap-4">
          <Note tone="alert">{answer.formError}</Note>
          <AlreadyPaid contact={contact} reference={answer.typed.paymentReferenceId} />
        </div>
      ) : null}
      {placed ? (
        <PlacedBefore {...placed} />
      ) : (
        <EmptyState
          level={1}
          title={ORDER_MESSAGES['cart-empty']}
          action={<ButtonLink to={href('/gallery')}>Continue Shopping</ButtonLink>}
        />
      )}
    </main>
  );
}
