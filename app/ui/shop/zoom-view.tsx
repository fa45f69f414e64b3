import { useEffect, useRef, useState } from 'react';
import { fileAtLeast, type Picture } from '#app/modules/media/picture.ts';
import { IconButton } from '#app/ui/kit/button.tsx';

const LARGEST = 2400;

/** Pictures over the whole screen on ink: arrows go on, a press comes nearer, fingers pinch, Esc closes (S1 §2). */
export function ZoomView({
  pictures,
  at,
  title,
  onMove,
  onClose,
}: {
  pictures: Picture[];
  at: number | undefined;
  title: string;
  onMove: (index: number) => void;
  onClose: () => void;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const [near, setNear] = useState(false);
  const open = at !== undefined;
  useEffect(() => {
    if (open && !box.current?.open) box.current?.showModal();
    if (!open) box.current?.close();
    setNear(false);
  }, [open, at]);
  const picture = at === undefined ? undefined : pictures[at];
  const move = (by: number) => {
    if (at !== undefined) onMove((at + by + pictures.length) % pictures.length);
  };
  return (
    <dialog
      ref={box}
      className="zoom-view"
      aria-label={`Pictures of ${title}`}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        if (event.key === 'ArrowLeft') move(-1);
      }}
    >
      {picture && at !== undefined ? (
        <>
          <div className="zoom-head">
            <span aria-live="polite">
              {at + 1} of {pictures.length}
            </span>
            <IconButton icon="close" label="Close zoom" onClick={onClose} />
          </div>
          {/* eslint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-tabindex -- it scrolls; the button under it does the same by key */}
          <div
            className="zoom-scroll"
            data-near={near}
            tabIndex={0}
            role="group"
            aria-label="Picture"
            onClick={() => setNear(!near)}
          >
            <img
              src={fileAtLeast(picture, LARGEST)}
              width={picture.width}
              height={picture.height}
              alt={picture.alt || title}
            />
          </div>
          {/* eslint-enable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-tabindex */}
          <div className="zoom-foot">
            {pictures.length > 1 ? <IconButton icon="left" label="Previous picture" onClick={() => move(-1)} /> : null}
            <IconButton
              icon={near ? 'minus' : 'zoom'}
              label={near ? 'See it whole' : 'Come nearer'}
              onClick={() => setNear(!near)}
            />
            {pictures.length > 1 ? <IconButton icon="right" label="Next picture" onClick={() => move(1)} /> : null}
          </div>
        </>
      ) : null}
    </dialog>
  );
}
