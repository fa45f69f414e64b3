import { useLayoutEffect, useRef, useState } from 'react';
import { IMAGE_SEPARATOR } from '#app/modules/catalogue/artworks/forms.ts';
import { MEDIA_HINT } from '#app/modules/catalogue/media/messages.ts';
import { type Picture as StoredPicture, PLACEHOLDER } from '#app/modules/catalogue/media/picture.ts';
import {
  FailedUploads,
  FileButton,
  PictureInput,
  UploadsStatus,
  UploadTile,
  usePictureDrop,
} from '#app/routes/admin/catalogue/media/upload-area.tsx';
import { moveItem } from '#app/routes/admin/shared/move-item.ts';
import { useDragging } from '#app/routes/admin/shared/use-dragging.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { FieldError } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import type { Uploads } from '#app/ui/shop/use-uploads.ts';
import { type ArtworkDraft, type SetDraft, softness } from './draft.ts';
import { PictureTile } from './picture-tile.tsx';

type Props = {
  draft: ArtworkDraft;
  set: SetDraft;
  pictures: ReadonlyMap<string, StoredPicture>;
  uploads: Uploads;
  onPick: () => void;
  isPicking: boolean;
  error?: string;
};

export function PicturesField({ draft, set, pictures, uploads, onPick, isPicking, error }: Props) {
  const { images } = draft;
  const scripted = useHydrated();
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const refocus = useRef<string>(undefined);
  const { isDraggedOver, ...drop } = usePictureDrop(uploads.add, !isPicking);
  const coming = uploads.uploads.filter(({ problem }) => !problem);

  const move = (from: number, to: number, focused?: string) => {
    if (to < 0 || to >= images.length || from === to) return;
    refocus.current = focused;
    set({ images: moveItem(images, from, to) });
    setAnnouncement(`Photo ${to + 1} of ${images.length}`);
  };
  // Keeps the focus on the moved picture's arrow. At the start or end, focuses the other arrow.
  useLayoutEffect(() => {
    const name = refocus.current;
    refocus.current = undefined;
    if (!name) return;
    const button = list.current?.querySelector<HTMLButtonElement>(`[data-arrow="${CSS.escape(name)}"]`);
    const other = button?.disabled
      ? button.closest('li')?.querySelector<HTMLButtonElement>('[data-arrow]:not(:disabled)')
      : button;
    other?.focus();
  }, [images]);
  const { dragged, over } = useDragging(list, images, move);

  return (
    <section
      className="artwork-form-part artwork-form-pictures"
      aria-labelledby="part-pictures"
      data-over={isDraggedOver || undefined}
      {...drop}
    >
      <div>
        <h2 id="part-pictures">Photos</h2>
        {images.length > 1 ? (
          <p className="field-hint">The first one is the main photo. Drag, or use the arrows.</p>
        ) : null}
      </div>
      {error ? <FieldError id="pictures-error">{error}</FieldError> : null}
      <input type="hidden" name="images" value={images.join(IMAGE_SEPARATOR)} />
      <ol className="artwork-pictures" ref={list}>
        {images.map((url, index) => (
          <li
            key={url}
            data-item={url}
            data-lifted={dragged === url || undefined}
            data-slot={(over === url && dragged !== url) || undefined}
          >
            <PictureTile
              picture={pictures.get(url) ?? { ...PLACEHOLDER, url }}
              index={index}
              count={images.length}
              onMove={(to, arrow) => move(index, to, arrow)}
              onRemove={() => {
                set({ images: images.filter((each) => each !== url) });
                setAnnouncement(`Photo ${index + 1} removed`);
                document.getElementById('add-pictures')?.focus();
              }}
            />
          </li>
        ))}
        {coming.map((upload) => (
          <li key={upload.key}>
            <UploadTile upload={upload} onCancel={() => uploads.dismiss(upload)} />
          </li>
        ))}
        <li>
          <label className="artwork-picture-add" htmlFor="add-pictures">
            <PictureInput
              uploads={uploads}
              id="add-pictures"
              name="picture"
              multiple={scripted}
              aria-describedby={error ? 'pictures-error pictures-hint' : 'pictures-hint'}
            />
            <Icon name="plus" />
            <span>Add photos</span>
          </label>
          <noscript>
            <Button look="quiet" name="intent" value="upload">
              Upload
            </Button>
          </noscript>
        </li>
      </ol>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <UploadsStatus uploads={uploads} />
      <FailedUploads uploads={uploads} />
      <p className="field-hint" id="pictures-hint">
        {MEDIA_HINT}
      </p>
      <div className="needs-script flex flex-wrap gap-2">
        <Button type="button" look="card" onClick={onPick}>
          Choose from the shop’s photos
        </Button>
        <FileButton uploads={uploads} camera>
          Take a photo
        </FileButton>
      </div>
      {images.map((url, index) => {
        const picture = pictures.get(url);
        const soft = picture && softness(picture, index + 1);
        return soft ? (
          <Note key={url}>
            <b>{soft.which}</b> {soft.what}
          </Note>
        ) : null;
      })}
    </section>
  );
}
