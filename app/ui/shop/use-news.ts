import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { NEWS_KINDS, type NewsKind } from '#app/basics/news.ts';

const TRY_AGAIN_AFTER_MS = 30_000;

/** Hears a ring: kind and id, both empty when something may have been missed. Answers whether the page must look again. */
type Hearer = { wants: (kind: NewsKind | undefined, id: string) => boolean; lookAgain: () => void };

/**
 * Asks the page's loaders again when something of these kinds changes that this visitor may know of, or the one thing
 * with this id. The server only rings (`/api/events`); what is shown comes through the loader, which looks
 * who asks. `onNews` hears what rang, for a quiet notice. However often a page calls this, it has one line, and looks
 * once for each ring. While the page is hidden the line is hung up, since a browser has few; when it is seen again, it
 * asks once.
 */
export function useNews(
  kinds: readonly NewsKind[],
  { id, onNews }: { id?: string; onNews?: (news: { kind: NewsKind; id: string }) => void } = {},
): void {
  const { revalidate } = useRevalidator();
  const wants = useEffectEvent((kind: NewsKind | undefined, changed: string) => {
    if (kind && !kinds.includes(kind)) return false;
    // Empty: something may have been missed.
    if (changed !== '' && id !== undefined && changed !== id) return false;
    if (kind && changed !== '') onNews?.({ kind, id: changed });
    return true;
  });
  const lookAgain = useEffectEvent(() => void revalidate());
  // Another thing to hear of is another line: what it may ring about is settled when it is opened.
  useEffect(() => {
    const hearer: Hearer = { wants: (kind, changed) => wants(kind, changed), lookAgain: () => lookAgain() };
    return listen(hearer, id !== undefined);
  }, [id]);
}

const hearers = new Set<Hearer>();
let line: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let missed = false;

/** Hears the page's one line until the answered function is called; `anew` opens it again, for what it may newly ring about. */
function listen(hearer: Hearer, anew: boolean): () => void {
  hearers.add(hearer);
  if (hearers.size === 1) {
    missed = false;
    follow();
    document.addEventListener('visibilitychange', follow);
  } else if (anew && line) call();
  return () => {
    hearers.delete(hearer);
    if (hearers.size > 0) return;
    document.removeEventListener('visibilitychange', follow);
    hangUp();
  };
}

function follow(): void {
  if (document.visibilityState === 'visible') return call();
  missed = true;
  hangUp();
}

function call(): void {
  hangUp();
  line = new EventSource('/api/events');
  line.addEventListener('open', () => {
    if (missed) heard(undefined, '');
    missed = false;
  });
  for (const kind of NEWS_KINDS)
    line.addEventListener(kind, (event) => heard(kind, (event as MessageEvent<string>).data));
  line.addEventListener('error', () => {
    missed = true;
    // The browser calls again by itself, unless it was turned away.
    if (line?.readyState === EventSource.CLOSED) timer = setTimeout(call, TRY_AGAIN_AFTER_MS);
  });
}

function hangUp(): void {
  clearTimeout(timer);
  line?.close();
  line = undefined;
}

/** Tells everybody, and has the page look again once, whoever wants it. */
function heard(kind: NewsKind | undefined, id: string): void {
  const interested = [...hearers].filter((hearer) => hearer.wants(kind, id));
  interested[0]?.lookAgain();
}
