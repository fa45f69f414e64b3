import { href } from 'react-router';
import { useEffect, useRef, useState } from 'react';
import { writeField } from '#app/ui/kit/write-field.ts';
import type { PinPlace as Place } from '#app/modules/store/shipping/delivery.ts';

/** Fills in city and state for a PIN code. If the visitor has typed them, only offers the values. */
export function PinPlace() {
  const box = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<{ pin: string; place?: Place; isFilled: boolean }>();

  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    let asking: AbortController | undefined;
    const filled = { city: '', state: '' };
    const ask = async (pin: string) => {
      asking?.abort();
      const isWhole = /^[1-9]\d{5}$/.test(pin);
      // Reserves a line for the answer, so that nothing moves.
      setFound(isWhole ? { pin, isFilled: false } : undefined);
      if (!isWhole) return;
      asking = new AbortController();
      const place = await placeOf(pin, asking.signal);
      if (!place) return;
      for (const name of PLACE) {
        const field = fieldOf(form, name);
        if (field && (field.value === '' || field.value === filled[name]))
          writeField(field, (filled[name] = place[name]));
      }
      setFound({ pin, place, isFilled: matchesPlace(form, place) });
    };
    const readTyped = (event: Event) => {
      const field = event.target as HTMLInputElement;
      if (field.name === 'zipCode') void ask(field.value.replace(/\s/g, ''));
    };
    // A place from an earlier visit or autofill counts as typed.
    const readPlace = (event: Event) => {
      const { name } = event.target as HTMLInputElement;
      const pin = (form.elements.namedItem('zipCode') as HTMLInputElement | null)?.value.replace(/\s/g, '') ?? '';
      if (name !== 'city' && name !== 'state') return;
      setFound((now) => (now?.place && now.pin === pin ? { ...now, isFilled: matchesPlace(form, now.place) } : now));
    };
    const prefilledPin = form.elements.namedItem('zipCode') as HTMLInputElement | null;
    if (prefilledPin && fieldOf(form, 'city')?.value === '') void ask(prefilledPin.value);
    form.addEventListener('input', readTyped);
    form.addEventListener('change', readPlace);
    return () => {
      asking?.abort();
      form.removeEventListener('input', readTyped);
      form.removeEventListener('change', readPlace);
    };
  }, []);

  const use = (place: Place) => {
    const form = box.current?.closest('form');
    if (!form || !found) return;
    for (const name of PLACE) {
      const field = fieldOf(form, name);
      if (field) writeField(field, place[name]);
    }
    setFound({ ...found, isFilled: true });
    fieldOf(form, 'city')?.focus();
  };

  const place = found?.place;
  return (
    <div ref={box} className="pin-place" role="status">
      {!found ? null : !place ? (
        <span className="field-hint">&nbsp;</span>
      ) : found.isFilled ? (
        <span className="field-hint">
          {found.pin} is in {place.city}, {place.state}.
        </span>
      ) : (
        <>
          <span className="field-hint">
            {found.pin} is in {place.city}, {place.state}. You entered a different place.
          </span>
          <button type="button" className="button button-quiet" onClick={() => use(place)}>
            <span>Use {place.city}</span>
          </button>
        </>
      )}
    </div>
  );
}

const PLACE = ['city', 'state'] as const;

const matchesPlace = (form: HTMLFormElement, place: Place): boolean =>
  PLACE.every((name) => (fieldOf(form, name)?.value ?? '').trim().toLowerCase() === place[name].toLowerCase());

const fieldOf = (form: HTMLFormElement, name: (typeof PLACE)[number]) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;

async function placeOf(pin: string, signal: AbortSignal): Promise<Place | undefined> {
  try {
    const answer = await fetch(href('/api/pin/:pin', { pin }), { signal });
    return answer.ok ? (((await answer.json()) as Place | null) ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
