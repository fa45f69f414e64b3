import { href } from 'react-router';
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import type { StoredPicture } from '#app/modules/catalogue/media/media.server.ts';
import {
  MEDIA_HINT,
  PICTURE_TYPES,
  SOME_UPLOADS_FAILED,
  UPLOAD_FAILED,
} from '#app/modules/catalogue/media/messages.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { GrowthMotif } from '#app/ui/shop/ornaments.tsx';
import { type Upload, type Uploads, useUploads } from '#app/ui/shop/use-uploads.ts';
import type { Taken } from './pictures.ts';

export const useLibraryUploads = (onStored: (picture: StoredPicture) => void): Uploads =>
  useUploads<Taken>(
    () => href('/admin/media/pictures'),
    ({ picture }) => onStored(picture),
  );

export function UploadArea({ uploads, children }: { uploads: Uploads; children?: ReactNode }) {
  const { isDraggedOver, ...drop } = usePictureDrop(uploads.add);
  return (
    <div className="upload-area" data-over={isDraggedOver || undefined} {...drop}>
      <Icon name="upload" />
      <p className="needs-script">Drop photos here, paste them, or</p>
      <div className="flex flex-wrap justify-center gap-2">
        <FileButton uploads={uploads} name="picture">
          Choose photos
        </FileButton>
        <FileButton uploads={uploads} camera>
          Take a photo
        </FileButton>
      </div>
      <p className="field-hint">{MEDIA_HINT}</p>
      {children}
      <UploadsUnderWay uploads={uploads} />
    </div>
  );
}

export function usePictureDrop(add: (files: File[]) => void, takesPaste = true) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  useEffect(() => {
    if (!takesPaste) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      add(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
  return {
    isDraggedOver,
    onDragOver: (event: React.DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsDraggedOver(true);
    },
    onDragLeave: () => setIsDraggedOver(false),
    onDrop: (event: React.DragEvent) => {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      setIsDraggedOver(false);
      add([...event.dataTransfer.files]);
    },
  };
}

/** The camera button appears only with JavaScript and a touch screen. */
export function FileButton({ camera, children, ...input }: ComponentProps<typeof PictureInput> & { camera?: boolean }) {
  return (
    <label className={cn('button button-card upload-button', camera && 'upload-camera needs-script')}>
      <PictureInput {...input} multiple={!camera} capture={camera ? 'environment' : undefined} />
      <span>{children}</span>
    </label>
  );
}

export function PictureInput({ uploads, ...input }: { uploads: Uploads } & ComponentProps<'input'>) {
  return (
    <input
      {...input}
      className="sr-only"
      type="file"
      accept={PICTURE_TYPES}
      onChange={(event) => {
        uploads.add([...(event.currentTarget.files ?? [])]);
        event.currentTarget.value = '';
      }}
    />
  );
}

function UploadsUnderWay({ uploads: { uploads, finished, again, dismiss } }: { uploads: Uploads }) {
  const coming = [...finished, ...uploads.filter(({ problem }) => !problem)];
  return (
    <>
      {coming.length > 0 ? (
        <ul className="uploads-pending">
          {coming.map((upload) => (
            <li key={upload.key}>
              <UploadTile upload={upload} onCancel={() => dismiss(upload)} />
            </li>
          ))}
        </ul>
      ) : null}
      <FailedUploads uploads={{ uploads, again, dismiss }} />
    </>
  );
}

export function UploadTile({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { file, percent } = upload;
  const preview = usePreview(file);
  const stage = percent < 30 ? 1 : percent < 60 ? 2 : percent < 90 ? 3 : 4;
  const name = useId();
  return (
    <>
      <div className="upload-tile">
        <img src={preview} alt="" width={400} height={500} />
        <div role="progressbar" aria-labelledby={name} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
          <GrowthMotif stage={stage} className="w-11" />
          <span className="num">{percent}%</span>
        </div>
      </div>
      <span className="sr-only" id={name}>
        Uploading {file.name}
      </span>
      {percent < 100 ? (
        <Button type="button" look="quiet" className="mx-auto" onClick={onCancel}>
          Cancel<span className="sr-only"> the upload of {file.name}</span>
        </Button>
      ) : null}
    </>
  );
}

function usePreview(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

export function FailedUploads({
  uploads: { uploads, again, dismiss },
}: {
  uploads: Pick<Uploads, 'uploads' | 'again' | 'dismiss'>;
}) {
  const failed = uploads.filter(({ problem }) => problem);
  if (failed.length === 0) return null;
  return (
    <Note tone="alert" className="text-left">
      <p className="font-semibold">{SOME_UPLOADS_FAILED}</p>
      <ul>
        {failed.map((upload) => (
          <li key={upload.key} className="flex flex-wrap items-center gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              {upload.file.name}: {upload.problem}
            </span>
            {upload.problem?.startsWith(UPLOAD_FAILED) ? (
              <Button type="button" look="quiet" onClick={() => again(upload)}>
                Try again<span className="sr-only">: {upload.file.name}</span>
              </Button>
            ) : null}
            <Button type="button" look="quiet" onClick={() => dismiss(upload)}>
              Remove<span className="sr-only"> {upload.file.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Note>
  );
}

export function UploadsStatus({ uploads: { uploads, finished } }: { uploads: Uploads }) {
  const coming = finished.at(-1) ?? uploads.find(({ problem }) => !problem);
  return (
    <p className="sr-only" role="status">
      {coming ? `${coming.file.name}, ${coming.percent} percent` : ''}
    </p>
  );
}
