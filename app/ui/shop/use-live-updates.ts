import { useEffect, useEffectEvent } from 'react';
import { href } from 'react-router';
import { LIVE_UPDATE_KINDS, type LiveUpdate, type LiveUpdateKind } from '#app/basics/live-update.ts';
import { useRevalidate } from '#app/ui/kit/use-revalidate.ts';

const TRY_AGAIN_AFTER_MS = 3_000;
/** The pause after a refusal, which doubles up to half a minute. */
const REFUSED_FOR_MS = 4_000;
const MAX_REFUSED_MS = 30_000;
/** After two missing heartbeats, the connection counts as lost. */
const SILENT_FOR_MS = 60_000;

const TOGETHER_MS = 100;

/** `wants` returns whether its page must revalidate. Without a kind, updates may have been missed. */
type Subscriber = {
  wants: (kind: LiveUpdateKind | undefined, id: string) => boolean;
  revalidate: () => Promise<boolean>;
};

/**
 * Revalidates when a record of these kinds, or with this id, changes. All callers share one stream, which is closed
 * while the page is hidden.
 */
export function useLiveUpdates(
  kinds: readonly LiveUpdateKind[],
  { id, onUpdate }: { id?: string; onUpdate?: (update: LiveUpdate) => void } = {},
): void {
  const revalidate = useRevalidate();
  const wants = useEffectEvent((kind: LiveUpdateKind | undefined, changed: string) => {
    if (!kind) return true;
    if (!kinds.includes(kind) || (id !== undefined && changed !== id)) return false;
    onUpdate?.({ kind, id: changed });
    return true;
  });
  const revalidateNow = useEffectEvent(() => revalidate());
  // The topics of an open stream cannot change.
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
let refusalCount = 0;
let upToDateAt = 0;

/** Returns a function that leaves the stream. `shouldReopen` reopens the stream for other topics. */
function subscribe(subscriber: Subscriber, shouldReopen: boolean): () => void {
  subscribers.add(subscriber);
  if (subscribers.size === 1) {
    follow();
    document.addEventListener('visibilitychange', follow);
  } else if (shouldReopen && stream) open();
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size > 0) return;
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

function follow(): void {
  if (document.visibilityState === 'visible') open();
  else close();
}

function open(): void {
  close();
  const opened = new EventSource(`${href('/api/events')}?age=${Math.ceil(performance.now() - upToDateAt)}`);
  stream = opened;
  for (const name of ['open', 'beat']) opened.addEventListener(name, heard);
  opened.addEventListener('missed', () => send(undefined, ''));
  for (const kind of LIVE_UPDATE_KINDS)
    opened.addEventListener(kind, (event) => {
      heard();
      send(kind, (event as MessageEvent<string>).data);
    });
  opened.addEventListener('error', () => {
    const isRefused = opened.readyState === EventSource.CLOSED;
    const wait = isRefused ? Math.min(REFUSED_FOR_MS * 2 ** refusalCount, MAX_REFUSED_MS) : TRY_AGAIN_AFTER_MS;
    if (isRefused) refusalCount += 1;
    // The browser itself would reconnect with the old age.
    close();
    timer = setTimeout(open, wait);
  });
}

function heard(): void {
  refusalCount = 0;
  upToDateAt = performance.now();
  clearTimeout(timer);
  timer = setTimeout(open, SILENT_FOR_MS);
}

function close(): void {
  clearTimeout(timer);
  stream?.close();
  stream = undefined;
}

let isAsking = false;
let shouldAskAgain = false;

function send(kind: LiveUpdateKind | undefined, id: string): void {
  const [first] = [...subscribers].filter((subscriber) => subscriber.wants(kind, id));
  if (!first) return;
  shouldAskAgain = true;
  if (!isAsking) void ask(first);
}

async function ask({ revalidate }: Subscriber): Promise<void> {
  isAsking = true;
  try {
    while (shouldAskAgain) {
      await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
      shouldAskAgain = false;
      if (await revalidate()) continue;
      shouldAskAgain = true;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER_MS));
    }
  } finally {
    isAsking = false;
  }
}
