import { type ComponentProps, type MouseEvent, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { useTypedEarly } from './use-hydrated.ts';

function Step({ icon, label, ...button }: { icon: IconName; label: string } & ComponentProps<'button'>) {
  return (
    <button type="submit" {...button} aria-label={label}>
      <Icon name={icon} small />
    </button>
  );
}

/** Without JavaScript, − and + are hidden and the input has its native arrows. */
export function QuantityPicker({
  most,
  begins = 1,
  name = 'quantity',
  label = 'Quantity',
}: {
  most: number;
  begins?: number;
  name?: string;
  label?: string;
}) {
  const [typed, setTyped] = useState(String(begins));
  const quantity = Math.min(Math.max(Math.trunc(Number(typed)) || 1, 1), most);
  const set = (wanted: number) => setTyped(String(wanted));
  const [limit, setLimit] = useState(most);
  if (limit !== most) {
    setLimit(most);
    set(quantity);
  }
  const field = useRef<HTMLInputElement>(null);
  useTypedEarly(field, setTyped);
  const step = { type: 'button', className: 'needs-script' } as const;
  return (
    <div className="quantity" role="group" aria-label={label}>
      <Step {...step} icon="minus" label="One less" disabled={quantity <= 1} onClick={() => set(quantity - 1)} />
      <input
        ref={field}
        className="num"
        type="number"
        inputMode="numeric"
        name={name}
        required
        min={1}
        max={most}
        value={typed}
        aria-label={label}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => set(quantity)}
      />
      <Step {...step} icon="plus" label="One more" disabled={quantity >= most} onClick={() => set(quantity + 1)} />
    </div>
  );
}

/**
 * Sends `quantity` on blur or Enter, and `step` with − and +. With JavaScript, calls `onStep` with the number, so that
 * the last click counts.
 */
export function QuantityStepper({
  quantity,
  most,
  of,
  onStep,
}: {
  quantity: number;
  most: number;
  of: string;
  onStep?: (quantity: number) => void;
}) {
  const step = (by: number) => ({
    name: 'step',
    value: by,
    onClick: (event: MouseEvent) => {
      if (!onStep) return;
      event.preventDefault();
      onStep(quantity + by);
    },
  });
  const [shown, setShown] = useState({ of: quantity, typed: String(quantity) });
  if (shown.of !== quantity) setShown({ of: quantity, typed: String(quantity) });
  return (
    <div className="quantity quantity-small" role="group" aria-label={`Quantity of ${of}`}>
      {/* Enter uses a form's first button, so this button is before −. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <Step {...step(-1)} disabled={quantity <= 1} icon="minus" label={`One less of ${of}`} />
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
      <Step {...step(1)} disabled={quantity >= most} icon="plus" label={`One more of ${of}`} />
    </div>
  );
}
