import { type ComponentProps, useState } from 'react';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { readRupees } from '#app/basics/rupees.ts';
import { Field } from '#app/ui/kit/field.tsx';

/** How prices without GST become the prices that customers pay. */
export type NetPrice = { rate: number; withGst: (typed: Paise) => Paise };

export function PriceField({
  net,
  hint,
  ...props
}: Omit<ComponentProps<typeof Field>, 'label' | 'hint' | 'prefix'> & { net: NetPrice | undefined; hint?: string }) {
  const [typed, setTyped] = useState(String(props.value ?? props.defaultValue ?? ''));
  const amount = readRupees(String(props.value ?? typed));
  const pays = net && amount ? `Customers pay ${formatRupees(net.withGst(amount))} with ${net.rate}% GST` : undefined;
  return (
    <Field
      {...props}
      label={net ? 'Price without GST' : 'Price'}
      prefix="₹"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      hint={[hint, pays].filter(Boolean).join('. ') || undefined}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
