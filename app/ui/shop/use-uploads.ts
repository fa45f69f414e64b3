import { useEffect, useRef, useState } from 'react';
import { newUuid } from '#app/basics/new-uuid.ts';
import { problemOfFile, UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { sendFile } from '#app/ui/kit/send-file.ts';

/**
 * A picture on its way to the shop, or one that didn't get there and why. It goes by the same key each time it is sent; one that was
 * `lost`, without an answer, may have got there after all.
 */
export type Upload = { key: string; file: File; percent: number; problem?: string; wasLost?: true };

const FINISHED_FOR_MS = 1_000;

/** What the address that takes a picture answers when it doesn't take it. */
type NotTaken = { ok: false; message: string };

/**
 * Uploads to one address, one after the other: `onTaken` gets the answers in the order the pictures were chosen in. Whoever
 * leaves the page gives up what is on its way, and what waits.
 */
export function useUploads<Taken extends { ok: true }>(to: () => string, onTaken: (answer: Taken) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [finished, setFinished] = useState<readonly Upload[]>([]);
  const waiting = useRef<Upload[]>([]);
  const running = useRef<{ key: string; stop: AbortController }>(undefined);
  const notify = useRef(onTaken);
  useEffect(() => {
    notify.current = onTaken;
  });
  useEffect(
    () => () => {
      waiting.current = [];
      running.current?.stop.abort();
    },
    [],
  );

  const change = ({ key }: Upload, changes: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const drop = ({ key }: Upload) => setUploads((all) => all.filter((each) => each.key !== key));
  const start = () => {
    const next = running.current ? undefined : waiting.current.shift();
    if (next) void send(next);
  };
  const send = async (upload: Upload) => {
    const stop = new AbortController();
    running.current = { key: upload.key, stop };
    const onProgress = (percent: number) => change(upload, { percent });
    const answer = await sendFile<Taken | NotTaken>(to(), upload, onProgress, stop.signal);
    running.current = undefined;
    start();
    if (stop.signal.aborted) return;
    if (!answer) return change(upload, { problem: UPLOAD_FAILED, wasLost: true });
    if (!answer.ok) return change(upload, { problem: answer.message });
    notify.current(answer);
    drop(upload);
    setFinished((all) => [...all, { ...upload, percent: 100 }]);
    setTimeout(() => setFinished((all) => all.filter(({ key }) => key !== upload.key)), FINISHED_FOR_MS);
  };
  const enqueue = (upload: Upload) => {
    waiting.current.push(upload);
    start();
  };

  return {
    uploads,
    /** Those that just got there, for the moment in which their hundred percent are shown. */
    finished,
    isUploading: uploads.some(({ problem }) => !problem),
    add: (files: readonly File[]) => {
      const added = files.map((file) => ({ key: newUuid(), file, percent: 0, problem: problemOfFile(file) }));
      setUploads((all) => [...all, ...added]);
      for (const upload of added) if (!upload.problem) enqueue(upload);
    },
    again: (upload: Upload) => {
      change(upload, { problem: undefined, percent: 0 });
      enqueue(upload);
    },
    /** Calls one off that is on its way, or forgets one that failed. */
    dismiss: (upload: Upload) => {
      waiting.current = waiting.current.filter(({ key }) => key !== upload.key);
      if (running.current?.key === upload.key) running.current.stop.abort();
      drop(upload);
    },
  };
}
export type Uploads = ReturnType<typeof useUploads>;
