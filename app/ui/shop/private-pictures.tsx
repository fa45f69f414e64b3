import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { DELETE_FAILED, PICTURE_TYPES, problemOfFile, UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { Button, IconButton } from '#app/ui/kit/button.tsx';
import { FieldError } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { type Upload, useUploads } from './use-uploads.ts';

type Taken = { ok: true; id: string };

export type PicturePlace = { address: () => string; src: (id: string) => string; most: number };

/** Returns a form's pictures and its running or failed uploads. The uploads do not count towards the limit. */
export function usePrivatePictures(before: readonly { id: string }[], { address, most }: PicturePlace) {
  const [pictures, setPictures] = useState(before);
  const [note, setNote] = useState<string>();
  const { add, dismiss, ...sending } = useUploads<Taken>(address, ({ id }) =>
    setPictures((all) => [...all.filter((picture) => picture.id !== id), { id }]),
  );
  const takeBack = (id: string) =>
    fetch(address(), { method: 'POST', body: new URLSearchParams({ intent: 'remove', id }) }).then(
      (answer) => answer.ok,
      () => false,
    );
  const count = pictures.length + sending.uploads.filter(({ problem }) => !problem).length;
  return {
    ...sending,
    pictures,
    count,
    note,
    add: (chosen: readonly File[]) => {
      const good = chosen.filter((file) => !problemOfFile(file));
      const fitting = new Set(good.slice(0, Math.max(0, most - count)));
      setNote(good.length > fitting.size ? `Only the first ${most} pictures are kept.` : undefined);
      add(chosen.filter((file) => fitting.has(file) || problemOfFile(file)));
    },
    find: (before: readonly { id: string }[]) =>
      setPictures((all) => [...before, ...all.filter(({ id }) => before.every((each) => each.id !== id))]),
    remove: async (id: string) => {
      setNote(undefined);
      if (await takeBack(id)) setPictures((all) => all.filter((picture) => picture.id !== id));
      else setNote(DELETE_FAILED);
    },
    /** Deletes the upload, also from the server if it has arrived. */
    leaveOut: async (upload: Upload) => {
      setNote(undefined);
      if (!upload.wasLost || (await takeBack(upload.key))) dismiss(upload);
      else setNote(DELETE_FAILED);
    },
  };
}

/** Before hydration, this is a file field. */
export function PrivatePictures({
  state,
  place,
  legend,
  name,
  noun,
  scripted,
  error,
}: {
  state: ReturnType<typeof usePrivatePictures>;
  place: PicturePlace;
  legend: string;
  name: string;
  noun: string;
  scripted: boolean;
  error?: string;
}) {
  const { pictures, count, uploads, note, add, again, leaveOut, remove } = state;
  const adding = useRef<HTMLInputElement>(null);
  const plain = useRef<HTMLInputElement>(null);
  const take = (field: HTMLInputElement) => {
    const chosen = [...(field.files ?? [])];
    field.value = '';
    if (chosen.length > 0) add(chosen);
  };
  const takeChosenEarly = useEffectEvent(take);
  useEffect(() => {
    const field = plain.current;
    if (!field) return;
    const hear = () => takeChosenEarly(field);
    hear();
    field.addEventListener('change', hear);
    return () => field.removeEventListener('change', hear);
  }, []);
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
          .filter((upload) => !upload.problem)
          .map((upload) => (
            <div key={upload.key} className="inspiration-pending">
              <progress max={100} value={upload.percent} aria-label={`Uploading ${upload.file.name}`} />
              <span className="num" translate="no">
                {upload.percent}%
              </span>
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
              onChange={(event) => take(event.currentTarget)}
            />
            <Icon name="plus" />
            <span>Add picture</span>
          </label>
        ) : (
          <input
            ref={plain}
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
        upload.problem ? (
          <div key={upload.key} className="inspiration-error">
            <FieldError id={`trouble-${upload.key}`}>{`${upload.file.name}: ${upload.problem}`}</FieldError>
            {upload.problem === UPLOAD_FAILED ? (
              <Button type="button" look="quiet" onClick={() => again(upload)}>
                Try again
              </Button>
            ) : null}
            <Button type="button" look="quiet" onClick={() => void leaveOut(upload)}>
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
