import type { ReactNode } from 'react';
import { GrowthMotif } from '#app/ui/shop/ornaments.tsx';

const STEPS = { contact: 'Contact', delivery: 'Delivery address', pay: 'Payment' } as const;

export const CheckoutStep = ({
  id,
  title = STEPS[id],
  children,
}: {
  id: keyof typeof STEPS;
  title?: ReactNode;
  children: ReactNode;
}) => (
  <section className="checkout-step" aria-labelledby={id}>
    <header>
      <GrowthMotif stage={id === 'contact' ? 1 : id === 'delivery' ? 2 : 3} />
      <h2 id={id}>{title}</h2>
    </header>
    {children}
  </section>
);
