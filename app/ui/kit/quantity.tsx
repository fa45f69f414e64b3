import { useState } from 'react';
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
 * The same for a line that exists already, alone in its form: what is typed is sent as `quantity` when the box is left or by
 * Enter, − and + send it with a `step`, so it works without JavaScript. − at 1 and + at `most` are disabled; say the limit
 * beside it.
 */
export function QuantityStepper({ quantity, most, of }: { quantity: number; most: number; of: string }) {
  const [shown, setShown] = useState({ of: quantity, typed: String(quantity) });
  if (shown.of !== quantity) setShown({ of: quantity, typed: String(quantity) });
  return (
    <div className="quantity quantity-small" role="group" aria-label={`Quantity of ${of}`}>
      {/* Enter presses the first button of a form: this one, not −. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <button type="submit" name="step" value="-1" aria-label={`One less of ${of}`} disabled={quantity <= 1}>
        <Icon name="minus" small />
      </button>
      <input
        className="num"
        type="number"
        inputMode="numeric"
        name="quantity"
        required
        min={1}
        max={most}
        value={shown.typed}
        aria-label={`Quantity of ${of}`}
        onChange={(event) => setShown({ ...shown, typed: event.target.value })}
        onBlur={(event) => {
          if (event.target.value !== String(quantity)) event.target.form?.requestSubmit();
        }}
      />
      <button type="submit" name="step" value="1" aria-label={`One more of ${of}`} disabled={quantity >= most}>
        <Icon name="plus" small />
      </button>
    </div>
  );
}
