import { readStored, writeStored } from '#app/ui/kit/browser-storage.ts';

/** A message that isn't sent yet; `key` is that of the message and of its pictures. */
export type MessageDraft = { key: string; body: string; pictures: readonly { id: string }[] };

/** In the tab alone: whoever opens the shop on this device tomorrow doesn't find it. */
const keyOf = (requestId: string) => `message ${requestId}`;

/** Keeps what was typed and uploaded, and the key it will be sent under, so that a reload loses nothing and sends nothing twice. */
export const storeMessage = (requestId: string, draft: MessageDraft): void =>
  writeStored(keyOf(requestId), JSON.stringify(draft), 'tab');

export const forgetMessage = (requestId: string): void => writeStored(keyOf(requestId), null, 'tab');

/** The message that was begun in this tab, if there is one. */
export function readMessage(requestId: string): MessageDraft | undefined {
  const { key, body, pictures } = readStored(keyOf(requestId), 'tab');
  if (typeof key !== 'string' || typeof body !== 'string') return undefined;
  const ids = Array.isArray(pictures) ? (pictures as { id?: unknown }[]) : [];
  return {
    key,
    body,
    pictures: ids.flatMap((picture) => (typeof picture?.id === 'string' ? [{ id: picture.id }] : [])),
  };
}
