import { useEffect, useRef, useState } from 'react';
import { newUuid } from '#app/basics/new-uuid.ts';
import { problemOfFile, UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { sendFile } from '#app/ui/kit/send-file.ts';

/** Retries use the same key. An upload with `wasLost` may have arrived. */
export type Upload = { key: string; file: File; percent: number; problem?: string; wasLost?: true };

const FINISHED_FOR_MS = 1_000;

type NotTaken = { ok: false; message: string };

/**
 * Uploads files one by one. `onTaken` gets the answers in the same order. Leaving the page cancels the remaining
 * uploads.
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
    dismiss: (upload: Upload) => {
      waiting.current = waiting.current.filter(({ key }) => key !== upload.key);
      if (running.current?.key === upload.key) running.current.stop.abort();
      drop(upload);
    },
  };
}
export type Uploads = ReturnType<typeof useUploads>;
