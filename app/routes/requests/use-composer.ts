import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { MAX_PICTURES } from '#app/modules/requests/requests/request.ts';
import { UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { showToast } from '#app/ui/kit/toast.tsx';
import { useFormAnswer } from '#app/ui/kit/use-form-answer.ts';
import { usePrivatePictures } from '#app/ui/shop/private-pictures.tsx';
import type { RequestAddresses } from './addresses.ts';
import { useFetcherAnswer } from '#app/ui/kit/use-fetcher-answer.ts';
import type { RequestPageAnswer } from './request-answer.ts';
import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';

export const MESSAGE_FIELD = 'message-body';

/** Returns the message that was posted without JavaScript, or the message begun in this tab, or an empty message. */
export function useDraft(requestId: string, formKey: string) {
  const posted = useFormAnswer() as RequestPageAnswer | undefined;
  const typed = posted?.typed?.intent === 'message' ? posted.typed : undefined;
  const [draft, setDraft] = useState<MessageDraft & { wasSent?: true }>({
    key: typed?.key ?? formKey,
    body: typed?.body ?? '',
    pictures: (typed && posted?.pictures) || [],
  });
  const restore = useEffectEvent(() => {
    const field = document.getElementById(MESSAGE_FIELD);
    const isTouched = field instanceof HTMLTextAreaElement && field.value !== field.defaultValue;
    const stored = typed || isTouched ? undefined : readMessage(requestId);
    if (stored) setDraft(stored);
  });
  useEffect(() => restore(), []);
  return {
    draft,
    begin: (key: string) => {
      deleteMessage(requestId);
      setDraft({ key, body: '', pictures: [], wasSent: true });
    },
  };
}

/** The tab stores the message, which waits for its pictures, and is sent again when the browser is online. */
export function useComposer(
  requestId: string,
  addresses: RequestAddresses,
  draft: MessageDraft & { wasSent?: true },
  begin: (key: string) => void,
) {
  const fetcher = useFetcher<RequestPageAnswer>({ key: `message ${draft.key}` });
  const form = useRef<HTMLFormElement>(null);
  const place = {
    address: () => addresses.uploads(draft.key),
    src: (id: string) => addresses.upload(draft.key, id),
    most: MAX_PICTURES,
  };
  const uploads = usePrivatePictures(draft.pictures, place);
  const [body, setBody] = useState(draft.body);
  // Includes text that was typed before hydration.
  useEffect(() => {
    const field = document.getElementById(MESSAGE_FIELD);
    if (field instanceof HTMLTextAreaElement) setBody(field.value);
  }, []);
  // The visitor clicked Send, but pictures are uploading or the browser is offline.
  const [isWaiting, setWaiting] = useState(false);
  const [wasCut, setCut] = useState(false);
  const failed = uploads.uploads.filter(({ problem }) => problem === UPLOAD_FAILED);
  // A message with a refused picture is not sent until the visitor removes the picture.
  const hasRefused = uploads.uploads.some(({ problem }) => problem && problem !== UPLOAD_FAILED);
  const [wasHeld, setHeld] = useState(false);

  const isEmpty = body.trim() === '' && uploads.pictures.length === 0;
  const wasStored = useRef(false);
  useEffect(() => {
    // Before anything is typed, a stored message must first be restored.
    if (isEmpty && !wasStored.current) return;
    wasStored.current = !isEmpty;
    if (isEmpty) deleteMessage(requestId);
    else storeMessage(requestId, { key: draft.key, body, pictures: uploads.pictures });
  }, [requestId, draft.key, body, uploads.pictures, isEmpty]);

  const sendAgain = useEffectEvent(() => {
    for (const upload of failed) uploads.again(upload);
    if (failed.length === 0 && fetcher.data?.failure) form.current?.requestSubmit();
  });
  useEffect(() => {
    const onOnline = () => sendAgain();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);

  const isReady = !uploads.isUploading && failed.length === 0;
  useEffect(() => {
    if (!isWaiting || !isReady) return;
    setWaiting(false);
    if (hasRefused) setHeld(true);
    else form.current?.requestSubmit();
  }, [isWaiting, isReady, hasRefused]);

  useFetcherAnswer(fetcher, ({ nextKey, failure }) => {
    if (failure) setCut(true);
    if (!nextKey) return;
    if (wasCut) showToast({ text: 'You are back. Your message was sent.' });
    begin(nextKey);
  });

  return {
    fetcher,
    form,
    place,
    uploads,
    setBody,
    isSending: fetcher.state !== 'idle' || isWaiting,
    isCut: fetcher.state === 'idle' && (fetcher.data?.failure !== undefined || (isWaiting && failed.length > 0)),
    isHeld: wasHeld && hasRefused,
    holdBack: (): boolean => {
      if (isReady) {
        setHeld(hasRefused);
        return hasRefused;
      }
      if (failed.length > 0) setCut(true);
      for (const upload of failed) uploads.again(upload);
      setWaiting(true);
      return true;
    },
  };
}

export type MessageDraft = { key: string; body: string; pictures: readonly { id: string }[] };

/** Other people may use the device, so the message is stored only in this tab. */
const keyOf = (requestId: string) => `message ${requestId}`;

/** Stores text, pictures and key, so that a reload loses nothing and sends nothing twice. */
const storeMessage = (requestId: string, draft: MessageDraft): void =>
  writeStored(keyOf(requestId), JSON.stringify(draft), 'tab');

const deleteMessage = (requestId: string): void => writeStored(keyOf(requestId), null, 'tab');

function readMessage(requestId: string): MessageDraft | undefined {
  const { key, body, pictures } = readStored(keyOf(requestId), 'tab');
  if (typeof key !== 'string' || typeof body !== 'string') return undefined;
  const ids = Array.isArray(pictures) ? (pictures as { id?: unknown }[]) : [];
  return {
    key,
    body,
    pictures: ids.flatMap((picture) => (typeof picture?.id === 'string' ? [{ id: picture.id }] : [])),
  };
}
