import { useLayoutEffect, useRef, useState } from 'react';
import { Link, href } from 'react-router';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { moveItem } from '#app/routes/admin/shared/move-item.ts';
import { useDragging } from '#app/routes/admin/shared/use-dragging.ts';
import { IconButton } from '#app/ui/kit/button.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';

export function CollectionArtworks({
  artworks,
  change,
  type,
}: {
  artworks: ArtworkSummary[];
  change: (artworks: ArtworkSummary[]) => void;
  type: 'button' | 'submit';
}) {
  const list = useRef<HTMLOListElement>(null);
  const refocus = useRef<string>(undefined);
  const [announcement, setAnnouncement] = useState('');
  const ids = artworks.map(({ id }) => id);
  const move = (from: number, to: number, focused?: string) => {
    if (to < 0 || to >= artworks.length || from === to) return;
    refocus.current = focused;
    change(moveItem(artworks, from, to));
    setAnnouncement(`${artworks[from]!.title}: ${to + 1} of ${artworks.length}`);
  };
  // Keeps the focus on the moved piece's arrow. At the start or end, focuses the other arrow.
  useLayoutEffect(() => {
    const name = refocus.current;
    refocus.current = undefined;
    if (!name) return;
    const button = list.current?.querySelector<HTMLButtonElement>(`[data-arrow="${CSS.escape(name)}"]`);
    const other = button?.disabled
      ? button.closest('li')?.querySelector<HTMLButtonElement>('[data-arrow]:not(:disabled)')
      : button;
    other?.focus();
  }, [artworks]);
  const [known, setKnown] = useState(ids);
  if (known.join() !== ids.join()) setKnown(ids);
  const { dragged, over } = useDragging(list, known, move);
  const arrow = (artwork: ArtworkSummary, index: number, word: 'earlier' | 'later') => {
    const to = word === 'earlier' ? index - 1 : index + 1;
    return (
      <IconButton
        icon="down"
        small
        type={type}
        name="intent"
        value={`${word} ${index}`}
        data-arrow={`${word} ${artwork.id}`}
        label={`Move ${artwork.title} ${word}`}
        disabled={to < 0 || to >= artworks.length}
        className={word === 'earlier' ? 'rotate-180' : undefined}
        onClick={() => move(index, to, `${word} ${artwork.id}`)}
      />
    );
  };
  return (
    <section className="grid gap-3" aria-labelledby="collection-pieces">
      <div>
        <h2 id="collection-pieces" className="font-sans text-base font-semibold">
          Pieces
        </h2>
        <p className="field-hint">
          Drag, or use the arrows. To add pieces, select them in{' '}
          <Link className="link" to={href('/admin/artworks')}>
            artworks
          </Link>{' '}
          and choose “Collection…”.
        </p>
      </div>
      {artworks.length === 0 ? <p className="muted">None yet.</p> : null}
      <ol ref={list} aria-label="Pieces, in order">
        {artworks.map((artwork, index) => (
          <li
            key={artwork.id}
            data-item={artwork.id}
            data-lifted={dragged === artwork.id || undefined}
            data-slot={(over === artwork.id && dragged !== artwork.id) || undefined}
            className="grid grid-cols-thumb-rest-auto items-center gap-3 border-line border-t py-2 data-lifted:opacity-40 data-slot:border-geru"
          >
            <Picture picture={artwork.picture} alt="" title={artwork.title} sizes="48px" className="h-15 w-12" />
            <span className="min-w-0 leading-snug wrap-anywhere">
              {artwork.title}
              {artwork.status === 'published' ? null : <span className="meta block">Not in the shop</span>}
            </span>
            <span className="flex items-center">
              <span className="needs-script cursor-grab max-sm:hidden" aria-hidden="true">
                <Icon name="grip" />
              </span>
              {arrow(artwork, index, 'earlier')}
              {arrow(artwork, index, 'later')}
              <IconButton
                icon="close"
                small
                type={type}
                name="intent"
                value={`remove ${index}`}
                label={`Remove ${artwork.title}`}
                onClick={() => {
                  change(artworks.filter(({ id }) => id !== artwork.id));
                  setAnnouncement(`${artwork.title} removed`);
                }}
              />
            </span>
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </section>
  );
}
