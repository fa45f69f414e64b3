import { useEffect, useEffectEvent } from 'react';
import { useRevalidator, href } from 'react-router';
import { LIVE_UPDATE_KINDS, type LiveUpdate, type LiveUpdateKind } from '#app/basics/live-update.ts';

const TRY_AGAIN_AFTER_MS = 30_000;

/** `wants` answers whether its page must revalidate; without a kind and an id something may have been missed. */
type Subscriber = { wants: (kind: LiveUpdateKind | undefined, id: string) => boolean; revalidate: () => void };

/**
 * Asks the page's loaders again when something of these kinds changes that this visitor may know of, or the one thing
 * with this id. The server sends no more than that (`/api/events`); what is shown comes through the loader, which looks
 * who asks. `onUpdate` gets each update, for a quiet notice. However often a page calls this, it has one stream, and
 * revalidates once for each update. While the page is hidden the stream is closed, since a browser has few; when it is
 * seen again, it asks once.
 */
export function useLiveUpdates(
  kinds: readonly LiveUpdateKind[],
  { id, onUpdate }: { id?: string; onUpdate?: (update: LiveUpdate) => void } = {},
): void {
  const { revalidate } = useRevalidator();
  const wants = useEffectEvent((kind: LiveUpdateKind | undefined, changed: string) => {
    if (kind && !kinds.includes(kind)) return false;
    // Empty: something may have been missed.
    if (changed !== '' && id !== undefined && changed !== id) return false;
    if (kind && changed !== '') onUpdate?.({ kind, id: changed });
    return true;
  });
  const revalidateNow = useEffectEvent(() => void revalidate());
  // Another thing to follow needs another stream: its topics are settled when it is opened.
  useEffect(() => {
    const subscriber: Subscriber = {
      wants: (kind, changed) => wants(kind, changed),
      revalidate: () => revalidateNow(),
    };
    return subscribe(subscriber, id !== undefined);
  }, [id]);
}

const subscribers = new Set<Subscriber>();
let stream: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let missed = false;

/** Joins the page's one stream until the returned function is called; `anew` opens it again, for other topics. */
function subscribe(subscriber: Subscriber, anew: boolean): () => void {
  subscribers.add(subscriber);
  if (subscribers.size === 1) {
    missed = false;
    follow();
    document.addEventListener('visibilitychange', follow);
  } else if (anew && stream) open();
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size > 0) return;
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

function follow(): void {
  if (document.visibilityState === 'visible') return open();
  missed = true;
  close();
}

function open(): void {
  close();
  stream = new EventSource(href('/api/events'));
  stream.addEventListener('open', () => {
    if (missed) send(undefined, '');
    missed = false;
  });
  for (const kind of LIVE_UPDATE_KINDS)
    stream.addEventListener(kind, (event) => send(kind, (event as MessageEvent<string>).data));
  stream.addEventListener('error', () => {
    missed = true;
    // The browser tries again by itself, unless it was turned away.
    if (stream?.readyState === EventSource.CLOSED) timer = setTimeout(open, TRY_AGAIN_AFTER_MS);
  });
}

function close(): void {
  clearTimeout(timer);
  stream?.close();
  stream = undefined;
}

/** Sends an update to everybody, and has the page revalidate once, whoever wants it. */
function send(kind: LiveUpdateKind | undefined, id: string): void {
  const interested = [...subscribers].filter((subscriber) => subscriber.wants(kind, id));
  interested[0]?.revalidate();
}
