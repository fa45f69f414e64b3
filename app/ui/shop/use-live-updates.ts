import { useEffect, useEffectEvent } from 'react';
import { href } from 'react-router';
import { LIVE_UPDATE_KINDS, type LiveUpdate, type LiveUpdateKind } from '#app/basics/live-update.ts';
import { useRevalidate } from '#app/ui/kit/use-revalidate.ts';

/** After the shop couldn't be reached. */
const TRY_AGAIN_AFTER_MS = 3_000;
/** After the server has turned the page away: twice as long each time, up to half a minute. */
const TURNED_AWAY_FOR_MS = 4_000;
const MAX_TURNED_AWAY_MS = 30_000;
/** A line that is silent for longer than two beats of the server is dead, whatever the browser believes. */
const SILENT_FOR_MS = 60_000;

/** Updates of one change come within it. */
const TOGETHER_MS = 100;

/** `wants` answers whether its page must revalidate; without a kind something may have been missed. */
type Subscriber = {
  wants: (kind: LiveUpdateKind | undefined, id: string) => boolean;
  revalidate: () => Promise<boolean>;
};

/**
 * Asks the page's loaders again when something of these kinds changes that this visitor may know of, or the one thing
 * with this id. The server sends no more than that (`/api/events`); what is shown comes through the loader, which looks
 * who asks. `onUpdate` gets each update, for a quiet notice. However often a page calls this, it has one stream, and
 * revalidates once for all that come together. A stream that opens late or again begins with what was missed. While the
 * page is hidden it is closed, since a browser has few.
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
let timesTurnedAway = 0;
/** When the page was last known to be up to date; it was read when its time begins. */
let upToDateAt = 0;

/** Joins the page's one stream until the returned function is called; `anew` opens it again, for other topics. */
function subscribe(subscriber: Subscriber, anew: boolean): () => void {
  subscribers.add(subscriber);
  if (subscribers.size === 1) {
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
    const isTurnedAway = opened.readyState === EventSource.CLOSED;
    const wait = isTurnedAway
      ? Math.min(TURNED_AWAY_FOR_MS * 2 ** timesTurnedAway, MAX_TURNED_AWAY_MS)
      : TRY_AGAIN_AFTER_MS;
    if (isTurnedAway) timesTurnedAway += 1;
    // The browser would ask with the age of before.
    close();
    timer = setTimeout(open, wait);
  });
}

function heard(): void {
  timesTurnedAway = 0;
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
let asksAgain = false;

/** Sends an update to everybody, and has the page revalidate, whoever wants it: what comes meanwhile is asked for once, afterwards. */
function send(kind: LiveUpdateKind | undefined, id: string): void {
  const [first] = [...subscribers].filter((subscriber) => subscriber.wants(kind, id));
  if (!first) return;
  asksAgain = true;
  if (!isAsking) void ask(first);
}

async function ask({ revalidate }: Subscriber): Promise<void> {
  isAsking = true;
  try {
    while (asksAgain) {
      // What is published together arrives one after the other.
      await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
      asksAgain = false;
      if (await revalidate()) continue;
      asksAgain = true;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER_MS));
    }
  } finally {
    isAsking = false;
  }
}
