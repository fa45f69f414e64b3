import { useRef } from 'react';
import { type SavedAddress } from '#app/modules/accounts/account.ts';
import { Select } from '#app/ui/kit/field.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

const FIELDS = ['street', 'city', 'state', 'zipCode'] as const;

/**
 * Stands in a form with the fields `street`, `city`, `state` and `zipCode`, which start with the first of the addresses:
 * choosing another one writes it into them. Shown to who has several; without JavaScript the first one stands there.
 * `onChosen` hears the PIN code.
 */
export function AddressChooser({
  addresses,
  onChosen,
}: {
  addresses: readonly SavedAddress[];
  onChosen?: (zipCode: string) => void;
}) {
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  if (!hydrated || addresses.length < 2) return null;
  const choose = (id: string) => {
    const chosen = addresses.find((address) => address.id === id)?.address;
    const form = box.current?.closest('form');
    if (!chosen || !form) return;
    for (const name of FIELDS) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = chosen[name];
    }
    onChosen?.(chosen.zipCode);
  };
  return (
    <div ref={box}>
      <Select
        label="Your addresses"
        name="chosenAddress"
        hint="Fills in the fields below; change what you like."
        defaultValue={addresses[0]!.id}
        // Not part of what is sent: the fields below are.
        form=""
        onChange={(event) => choose(event.target.value)}
      >
        {addresses.map(({ id, label, address }) => (
          <option key={id} value={id}>
            {[label, address.street, address.city].filter(Boolean).join(', ')}
          </option>
        ))}
      </Select>
    </div>
  );
}
