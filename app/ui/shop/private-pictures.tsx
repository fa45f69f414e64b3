import { useRef, useState } from 'react';
import { PICTURE_TYPES, troubleOfFile, UPLOAD_FAILED } from '#app/modules/media/messages.ts';
import { Button, IconButton } from '#app/ui/kit/button.tsx';
import { FieldError } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { sendFile } from '#app/ui/kit/send-file.ts';

type Upload = { id: string; file: File; percent: number; trouble?: string };

/** What the upload of one picture is answered. */
export type Uploaded = { ok: true; id: string } | { ok: false; message: string };

/** Where the pictures of one form go: the address that takes and removes them, the one that shows them, how many there may be. */
export type PicturePlace = { address: string; src: (id: string) => string; most: number };

/** The uploads of a form: what is on its way and what could not be sent. Pictures go one after the other. */
export function useUploads(before: readonly { id: string }[], { address, most }: PicturePlace) {
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
      const sent = await sendFile<Uploaded>(address, upload.file, (percent) => change(upload.id, { percent }));
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
      const room = most - pictures.length - uploads.length;
      const taken = chosen.slice(0, room).map((file) => ({
        id: `${file.name}-${file.lastModified}-${Math.random()}`,
        file,
        percent: 0,
        trouble: troubleOfFile(file),
      }));
      setNote(chosen.length > room ? `Only the first ${most} pictures are kept.` : undefined);
      setUploads((all) => [...all, ...taken]);
      for (const upload of taken) if (!upload.trouble) send(upload);
    },
    remove: async (id: string) => {
      setNote(undefined);
      const removed = await fetch(`${address}/${id}`, { method: 'DELETE' }).then(
        (answer) => answer.ok,
        () => false,
      );
      if (removed) setPictures((all) => all.filter((picture) => picture.id !== id));
      else setNote('Failed to delete image');
    },
  };
}

/** The pictures, those on their way and the way to add one. Before the page's script runs it is an ordinary file field. */
export function PrivatePictures({
  state,
  place,
  legend,
  name,
  noun,
  scripted,
  error,
}: {
  state: ReturnType<typeof useUploads>;
  place: PicturePlace;
  legend: string;
  /** Of the file field without JavaScript. */
  name: string;
  /** What one is called: 'Inspiration', say, of which 'Inspiration 1' is the first. */
  noun: string;
  scripted: boolean;
  error?: string;
}) {
  const { pictures, uploads, note, add, again, dismiss, remove } = state;
  const adding = useRef<HTMLInputElement>(null);
  const count = pictures.length + uploads.length;
  return (
    <fieldset className="field" aria-describedby={`${name}-hint`}>
      <legend className="field-label mb-2">
        {legend} <small>(optional, up to {place.most})</small>
      </legend>
      <div className="inspiration">
        {pictures.map(({ id }, index) => (
          <figure key={id}>
            <img src={place.src(id)} alt={`${noun} ${index + 1}`} width={96} height={96} />
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
          <label className="inspiration-add" data-full={count >= place.most || undefined}>
            <input
              ref={adding}
              id={`field-${name}`}
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
            id={`field-${name}`}
            className="inspiration-field"
            type="file"
            name={name}
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
      {error ? <FieldError id={`${name}-error`}>{error}</FieldError> : null}
      <span className="field-hint" id={`${name}-hint`} role="status">
        {note ? `${note} ` : null}
        {pictures.length > 0 ? `${pictures.length} of ${place.most} added. ` : null}
        JPG, PNG or WebP, under 5 MB each.
      </span>
    </fieldset>
  );
}
