import { useEffect, useRef, useState } from 'react';
import type { StoredPicture } from '#app/modules/media/media.server.ts';
import { troubleOfFile, UPLOAD_FAILED } from '#app/modules/media/messages.ts';
import { sendFile } from '#app/ui/kit/send-file.ts';
import type { Uploaded } from './pictures.ts';

/** A picture on its way to the library, or one that didn't get there and why. */
export type Upload = {
  id: string;
  file: File;
  /** An address of the file itself, good in this browser only. */
  preview: string;
  percent: number;
  trouble?: string;
};

/** Uploads to the media library, one after the other: `onStored` gets the pictures in the order they were chosen in. */
export function useUploads(onStored: (picture: StoredPicture) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const waiting = useRef<Upload[]>([]);
  const running = useRef<{ id: string; stop: AbortController }>(undefined);
  const tell = useRef(onStored);
  useEffect(() => {
    tell.current = onStored;
  });
  // Whoever leaves the page meanwhile gives up what is on its way, and what waits.
  useEffect(
    () => () => {
      waiting.current = [];
      running.current?.stop.abort();
    },
    [],
  );

  const change = (id: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  const drop = ({ id, preview }: Upload) => {
    URL.revokeObjectURL(preview);
    setUploads((all) => all.filter((each) => each.id !== id));
  };
  const start = () => {
    const next = running.current ? undefined : waiting.current.shift();
    if (next) void send(next);
  };
  const send = async (upload: Upload) => {
    const stop = new AbortController();
    running.current = { id: upload.id, stop };
    const onProgress = (percent: number) => change(upload.id, { percent });
    const answer = await sendFile<Uploaded>('/admin/media/pictures', upload.file, onProgress, stop.signal);
    running.current = undefined;
    start();
    if (stop.signal.aborted) return;
    if (!answer?.ok) return change(upload.id, { trouble: answer?.message ?? UPLOAD_FAILED });
    tell.current(answer.picture);
    drop(upload);
  };
  const enqueue = (upload: Upload) => {
    waiting.current.push(upload);
    start();
  };

  return {
    uploads,
    isUploading: uploads.some(({ trouble }) => !trouble),
    add: (files: readonly File[]) => {
      const added = files.map((file) => ({
        id: crypto.randomUUID(),
        file,
        preview: URL.createObjectURL(file),
        percent: 0,
        trouble: troubleOfFile(file),
      }));
      setUploads((all) => [...all, ...added]);
      for (const upload of added) if (!upload.trouble) enqueue(upload);
    },
    again: (upload: Upload) => {
      change(upload.id, { trouble: undefined, percent: 0 });
      enqueue(upload);
    },
    /** Calls one off that is on its way, or forgets one that failed. */
    dismiss: (upload: Upload) => {
      waiting.current = waiting.current.filter(({ id }) => id !== upload.id);
      if (running.current?.id === upload.id) running.current.stop.abort();
      drop(upload);
    },
  };
}
export type Uploads = ReturnType<typeof useUploads>;
