import { useRef, useState } from 'react';
import { formatRupees } from '#app/basics/money.ts';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import { isMadeToOrder } from '#app/modules/catalogue/artworks/medium.ts';
import { formatSize } from '#app/modules/catalogue/artworks/dimensions.ts';
import { type Variant, variantName } from '#app/modules/catalogue/artworks/variant.ts';
import { RadioCard } from '#app/ui/kit/field.tsx';
import { useChosenEarly } from '#app/ui/kit/use-hydrated.ts';

export function useVariant(artwork: Artwork, sent?: string): [Variant | undefined, (id: string) => void] {
  const [id, choose] = useState(sent);
  const { variants } = artwork;
  const isFirst = ({ stockCount }: Variant) => stockCount > 0 || isMadeToOrder(artwork);
  return [variants.find((variant) => variant.id === id) ?? variants.find(isFirst) ?? variants[0], choose];
}

export function VariantChoice({
  artwork,
  form,
  name,
  chosen,
  onChoose,
}: {
  artwork: Artwork;
  form: string;
  name: string;
  chosen: Variant | undefined;
  onChoose: (id: string) => void;
}) {
  const choice = useRef<HTMLFieldSetElement>(null);
  useChosenEarly(choice, chosen?.id, onChoose);
  return (
    <fieldset className="field" ref={choice}>
      <legend className="field-label mb-2">Choose one</legend>
      <div className="grid gap-2">
        {artwork.variants.map((variant) => {
          const isOut = variant.stockCount === 0 && !isMadeToOrder(artwork);
          return (
            <RadioCard
              key={variant.id}
              name={name}
              form={form}
              value={variant.id}
              checked={variant.id === chosen?.id}
              disabled={isOut}
              onChange={() => onChoose(variant.id)}
              label={variantName(variant)}
              detail={[formatSize(variant.dimensions), isOut ? 'Out of stock' : undefined].filter(Boolean).join(' · ')}
              icon={
                <span className="num" translate="no">
                  {formatRupees(variant.price)}
                </span>
              }
            />
          );
        })}
      </div>
    </fieldset>
  );
}
