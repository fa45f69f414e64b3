/** Posts a file with its key and reports progress, which `fetch` cannot. Returns undefined after a failure. */
export function sendFile<Answer extends object>(
  to: string,
  { key, file }: { key: string; file: File },
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const fail = () => resolve(undefined);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(Math.min(90, Math.floor((loaded / total) * 10) * 10)),
    );
    request.addEventListener('load', () => resolve((request.response as Answer | null) ?? undefined));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    signal?.addEventListener('abort', () => request.abort());
    request.responseType = 'json';
    request.open('POST', to);
    const body = new FormData();
    body.set('key', key);
    body.set('picture', file);
    request.send(body);
  });
}
