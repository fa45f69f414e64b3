import { useRef } from 'react';
import type { Address } from '#app/basics/address.ts';
import type { SavedAddress } from '#app/modules/identity/accounts/account.ts';
import { Select } from '#app/ui/kit/field.tsx';
import { writeField } from '#app/ui/kit/write-field.ts';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

const FIELDS = ['street', 'city', 'state', 'zipCode'] as const;
type FilledIn = Partial<Pick<Address, (typeof FIELDS)[number]>>;

export function AddressChooser({ addresses, filledIn }: { addresses: readonly SavedAddress[]; filledIn: FilledIn }) {
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  if (!hydrated || addresses.length < 2) return null;
  const stands = addresses.find(({ address }) => FIELDS.every((name) => address[name] === filledIn[name]));
  const choose = (id: string) => {
    const chosen = addresses.find((address) => address.id === id)?.address;
    const form = box.current?.closest('form');
    if (!form) return;
    for (const name of FIELDS) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        writeField(field, chosen?.[name] ?? '');
    }
  };
  return (
    <div ref={box}>
      <Select
        label="Your addresses"
        name="chosenAddress"
        hint="Fills in the fields below; change what you like."
        defaultValue={stands?.id ?? ''}
        form=""
        onChange={(event) => choose(event.target.value)}
      >
        {addresses.map(({ id, label, address }) => (
          <option key={id} value={id}>
            {[label, address.street, address.city].filter(Boolean).join(', ')}
          </option>
        ))}
        <option value="">Another address</option>
      </Select>
    </div>
  );
}
