import { useRef, useState } from 'react';
import { MOST_INSPIRATION } from '#app/modules/custom-orders/custom-order.ts';
import { PICTURE_TYPES, troubleOfFile, UPLOAD_FAILED } from '#app/modules/media/messages.ts';
import { Button, IconButton } from '#app/ui/kit/button.tsx';
import { FieldError } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { sendFile } from '#app/ui/kit/send-file.ts';
import type { Uploaded } from './pictures.ts';

type Upload = { id: string; file: File; percent: number; trouble?: string };

/** The uploads of the wizard: what is on its way and what could not be sent. Pictures go one after the other. */
export function useUploads(before: readonly { id: string }[]) {
  const [pictures, setPictures] = useState(before);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [note, setNote] = useState<string>();
  const queue = useRef(Promise.resolve());

  const change = (id: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  const drop = (id: string) => setUploads((all) => all.filter((each) => each.id !== id));
  const send = (upload: Upload) => {
    change(upload.id, { percent: 0, trouble: undefined });
    queue.current = queue.current.then(async () => {
      const sent = await sendFile<Uploaded>('/custom-order/pictures', upload.file, (percent) =>
        change(upload.id, { percent }),
      );
      const answer: Uploaded = sent ?? { ok: false, message: UPLOAD_FAILED };
      if (!answer.ok) return change(upload.id, { trouble: answer.message });
      drop(upload.id);
      setPictures((all) => [...all, { id: answer.id }]);
    });
  };
  return {
    pictures,
    uploads,
    note,
    isUploading: uploads.some((upload) => !upload.trouble),
    again: send,
    dismiss: drop,
    /** Takes what was chosen; of more than there is room for, the first (S2 §5). */
    add: (chosen: readonly File[]) => {
      const room = MOST_INSPIRATION - pictures.length - uploads.length;
      const taken = chosen.slice(0, room).map((file) => ({
        id: `${file.name}-${file.lastModified}-${Math.random()}`,
        file,
        percent: 0,
        trouble: troubleOfFile(file),
      }));
      setNote(chosen.length > room ? `Only the first ${MOST_INSPIRATION} pictures are kept.` : undefined);
      setUploads((all) => [...all, ...taken]);
      for (const upload of taken) if (!upload.trouble) send(upload);
    },
    remove: async (id: string) => {
      setNote(undefined);
      const removed = await fetch(`/custom-order/pictures/${id}`, { method: 'DELETE' }).then(
        (answer) => answer.ok,
        () => false,
      );
      if (removed) setPictures((all) => all.filter((picture) => picture.id !== id));
      else setNote('Failed to delete image');
    },
  };
}

/** The pictures, those on their way and the way to add one. Before the page's script runs it is an ordinary file field. */
export function InspirationPictures({
  state,
  scripted,
  error,
}: {
  state: ReturnType<typeof useUploads>;
  scripted: boolean;
  error?: string;
}) {
  const { pictures, uploads, note, add, again, dismiss, remove } = state;
  const adding = useRef<HTMLInputElement>(null);
  const count = pictures.length + uploads.length;
  return (
    <fieldset className="field" aria-describedby="inspiration-hint">
      <legend className="field-label mb-2">
        Pictures that inspire you <small>(optional, up to {MOST_INSPIRATION})</small>
      </legend>
      <div className="inspiration">
        {pictures.map(({ id }, index) => (
          <figure key={id}>
            <img src={`/inspiration/${id}`} alt={`Inspiration ${index + 1}`} width={96} height={96} />
            {scripted ? (
              <IconButton
                icon="close"
                small
                label={`Remove picture ${index + 1}`}
                onClick={() => {
                  adding.current?.focus();
                  void remove(id);
                }}
              />
            ) : (
              <label className="check">
                <input type="checkbox" className="check-box" name="remove" value={id} /> Remove
              </label>
            )}
          </figure>
        ))}
        {uploads
          .filter((upload) => !upload.trouble)
          .map((upload) => (
            <div key={upload.id} className="inspiration-coming">
              <progress max={100} value={upload.percent} aria-label={`Uploading ${upload.file.name}`} />
              <span className="num">{upload.percent}%</span>
            </div>
          ))}
        {scripted ? (
          <label className="inspiration-add" data-full={count >= MOST_INSPIRATION || undefined}>
            <input
              ref={adding}
              id="field-inspiration"
              className="sr-only"
              type="file"
              accept={PICTURE_TYPES}
              multiple
              onChange={(event) => {
                add([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = '';
              }}
            />
            <Icon name="plus" />
            <span>Add picture</span>
          </label>
        ) : (
          <input
            id="field-inspiration"
            className="inspiration-field"
            type="file"
            name="inspiration"
            accept={PICTURE_TYPES}
            multiple
            aria-label="Pictures"
          />
        )}
      </div>
      {uploads.map((upload) =>
        upload.trouble ? (
          <div key={upload.id} className="inspiration-trouble">
            <FieldError id={`trouble-${upload.id}`}>{`${upload.file.name}: ${upload.trouble}`}</FieldError>
            {upload.trouble === UPLOAD_FAILED ? (
              <Button type="button" look="quiet" onClick={() => again(upload)}>
                Try again
              </Button>
            ) : null}
            <Button type="button" look="quiet" onClick={() => dismiss(upload.id)}>
              Leave it out
            </Button>
          </div>
        ) : null,
      )}
      {error ? <FieldError id="inspiration-error">{error}</FieldError> : null}
      <span className="field-hint" id="inspiration-hint" role="status">
        {note ? `${note} ` : null}
        {pictures.length > 0 ? `${pictures.length} of ${MOST_INSPIRATION} added. ` : null}
        JPG, PNG or WebP, under 5 MB each.
      </span>
    </fieldset>
  );
}
