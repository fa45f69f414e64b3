import { useEffect, useRef, useState } from 'react';
import { formatRupees, paise } from '#app/basics/money.ts';
import { PRICE_UPPER_END } from '#app/modules/catalogue/artworks/artwork.ts';
import { useTypedEarly } from '#app/ui/kit/use-hydrated.ts';

const END = PRICE_UPPER_END / 100;

const STEP = 100;

const limitOf = (typed: string): number => (typed === '' ? END : Math.min(END, Math.max(0, Math.trunc(Number(typed)))));

export function PriceLimit({ upTo, onSettled }: { upTo: number; onSettled: () => void }) {
  const [typed, setTyped] = useState(String(upTo / 100));
  const limit = limitOf(typed);
  const range = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(String(upTo / 100)), [upTo]);
  const take = (text: string) => setTyped(text && String(limitOf(text)));
  useTypedEarly(range, (text) => {
    if (box.current && Math.abs(Number(text) - limit) >= STEP) box.current.value = text;
  });
  useTypedEarly(box, take);
  return (
    <fieldset>
      <legend>Price</legend>
      <div className="price-range">
        <input
          ref={range}
          className="range needs-script"
          type="range"
          min={0}
          max={END}
          step={STEP}
          value={limit}
          aria-label="Highest price"
          aria-valuetext={limit >= END ? 'No upper limit' : formatRupees(paise(limit * 100))}
          onChange={(event) => setTyped(event.target.value)}
          onPointerUp={onSettled}
          onKeyUp={onSettled}
        />
        <div className="field-inside">
          <span className="field-prefix" aria-hidden="true">
            ₹
          </span>
          <input
            ref={box}
            className="input num"
            type="number"
            inputMode="numeric"
            name="max"
            min={0}
            max={END}
            step={1}
            value={typed}
            aria-label="Highest price in rupees"
            onChange={(event) => take(event.target.value)}
            onBlur={(event) => {
              take(String(limitOf(event.target.value)));
              if (limitOf(event.target.value) !== upTo / 100) onSettled();
            }}
          />
        </div>
      </div>
      <p className="meta num flex justify-between" aria-hidden="true">
        <span>₹0</span>
        <span>{limit >= END ? `No upper limit` : `Up to ${formatRupees(paise(limit * 100))}`}</span>
      </p>
    </fieldset>
  );
}
