import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { type HeldItem, heldText, sumHeld } from '#app/modules/orders/holds/hold.ts';

export type Chosen = {
  areAll: boolean;
  count: number;
  artworks: readonly Pick<ArtworkSummary, 'id' | 'title' | 'price' | 'medium' | 'gstRate' | 'hasVariants'>[];
};

const NAMED = 8;

export function ChosenTitles({ count, artworks, held = [] }: Chosen & { held?: readonly HeldItem[] }) {
  const isHeld = ({ id }: { id: string }) => sumHeld(held, id) > 0;
  const inOrder = [...artworks.filter(isHeld), ...artworks.filter((artwork) => !isHeld(artwork))];
  return (
    <ul className="muted">
      {inOrder.slice(0, NAMED).map(({ id, title }) => (
        <li key={id}>
          {title}
          {isHeld({ id }) ? `: ${heldText(sumHeld(held, id))}` : null}
        </li>
      ))}
      {count > NAMED ? <li>and {count - NAMED} more</li> : null}
    </ul>
  );
}

export const ChosenIds = ({ areAll, artworks }: Chosen) =>
  areAll ? (
    <input type="hidden" name="all" value="on" />
  ) : (
    artworks.map(({ id }) => <input key={id} type="hidden" name="id" value={id} />)
  );
