import { isMediaUrl } from '#app/modules/catalogue/media/picture.ts';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import type { NetPriceRates } from '#app/modules/catalogue/artworks/typed-price.ts';
import type { Picture } from '#app/modules/catalogue/media/picture.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { type ArtworkDraft, differencesOf, DRAFT_LABELS, draftOf, type SetDraft } from './draft.ts';

export function StaleNote({
  draft,
  rates,
  set,
  now,
  know,
  address,
}: {
  draft: ArtworkDraft;
  rates: NetPriceRates;
  set: SetDraft;
  now: Artwork;
  know: (pictures: readonly Picture[]) => void;
  address: string;
}) {
  const theirs = draftOf(now, rates);
  const names = differencesOf(draft, theirs);
  return (
    <Note className="stale-note">
      <p>
        <b>Someone else changed this</b>, or a piece was sold. Your changes are not saved yet.
        {names.length > 0 ? ' Choose which values to keep, then save.' : ' It now matches your changes.'}
      </p>
      <ul className="mt-2 grid gap-2">
        {names.map((name) => (
          <li key={name} className="grid gap-x-3 border-line border-t pt-2 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
            <b>{DRAFT_LABELS[name]}</b>
            <span className="num wrap-anywhere">
              <span className="block">Saved: {textOf(theirs[name])}</span>
              <span className="block">Yours: {textOf(draft[name])}</span>
            </span>
            <Button
              type="button"
              look="quiet"
              className="needs-script justify-self-start"
              onClick={() => {
                know(now.pictures);
                set({ [name]: theirs[name] });
              }}
            >
              Use the saved version<span className="sr-only">: {DRAFT_LABELS[name]}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <a className="link inline-flex min-h-11 items-center" href={address}>
          Discard my changes
        </a>
      </p>
    </Note>
  );
}

function textOf(value: ArtworkDraft[keyof ArtworkDraft]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value.some(isMediaUrl) ? `${value.length} in this order` : value.join(', ') || 'none';
  return value || 'nothing';
}
