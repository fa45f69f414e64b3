import { useState } from 'react';
import { cn } from './class-names.ts';
import { Icon } from './icon.tsx';

/**
 * How many, from 1 to `most`, inside a form: a number box that can be typed into, with − and + beside it. Without
 * JavaScript the two do nothing, so the style sheet of `scripting: none` hides them and the box keeps its own arrows.
 */
export function QuantityPicker({
  most,
  name = 'quantity',
  label = 'Quantity',
}: {
  most: number;
  name?: string;
  label?: string;
}) {
  const [quantity, setQuantity] = useState(1);
  const set = (wanted: number) => setQuantity(Math.min(Math.max(Math.trunc(wanted) || 1, 1), most));
  return (
    <div className="quantity" role="group" aria-label={label}>
      <button
        type="button"
        className="needs-script"
        aria-label="One less"
        disabled={quantity <= 1}
        onClick={() => set(quantity - 1)}
      >
        <Icon name="minus" small />
      </button>
      <input
        className="num"
        type="number"
        inputMode="numeric"
        name={name}
        min={1}
        max={most}
        value={quantity}
        aria-label={label}
        onChange={(event) => set(Number(event.target.value))}
      />
      <button
        type="button"
        className="needs-script"
        aria-label="One more"
        disabled={quantity >= most}
        onClick={() => set(quantity + 1)}
      >
        <Icon name="plus" small />
      </button>
    </div>
  );
}

/**
 * The same for a line that exists already: − and + are submit buttons that send the new quantity under `name`, so it
 * works without JavaScript inside any form. − at 1 and + at `most` are disabled; say the limit beside it.
 */
export function QuantityStepper({
  quantity,
  most,
  name = 'quantity',
  of,
  small = true,
}: {
  quantity: number;
  most: number;
  name?: string;
  of: string;
  small?: boolean;
}) {
  return (
    <div className={cn('quantity', small && 'quantity-small')} role="group" aria-label={`Quantity of ${of}`}>
      <button type="submit" name={name} value={quantity - 1} aria-label={`One less of ${of}`} disabled={quantity <= 1}>
        <Icon name="minus" small />
      </button>
      <span className="num">{quantity}</span>
      <button
        type="submit"
        name={name}
        value={quantity + 1}
        aria-label={`One more of ${of}`}
        disabled={quantity >= most}
      >
        <Icon name="plus" small />
      </button>
    </div>
  );
}
