import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import { endOfDayInIndia } from '#app/basics/india.ts';
import { cachedAddressOf } from '#app/cached-pages.ts';
import { log } from '#app/platform/log.server.ts';
import type { GzipTemplate } from './encodings.ts';
import { isSameForEveryGuest } from './guest-cookies.ts';
import { type Copy, rawHeaders, makeCopy, send, logUnsent } from './page-copy.ts';

/** What was answered and is the same for whoever waits, but isn't to be kept: what is not there, or moved. */
type Passing = { status: number; headers: OutgoingHttpHeader[]; body: Buffer };

export type PageCache = {
  /**
   * Answers a request from memory, or renders the page for everybody who asks meanwhile; `otherwise` answers what is not the same for
   * every guest, and what could not be rendered.
   */
  answer(incoming: IncomingMessage, outgoing: ServerResponse, otherwise: () => void): void;
  /**
   * The document at this address, fresh or just rendered, for who is signed in to be written into; undefined for what isn't the same for
   * everybody, and what could not be rendered.
   */
  read(url: string): Promise<{ headers: [string, string][]; template: GzipTemplate } | undefined>;
  /** Drops the pages with a tag, or all when changes may have been missed. */
  drop(tag?: string): void;
  /** Whether changes are heard of; while they aren't, a page is fresh for a second. */
  setHearing(isHearing: boolean): void;
  /** How much was sent and rendered since this was asked last, and what is in memory now. */
  takeCounts(): PageCounts;
  /** The same since the process started. */
  totals(): PageCounts;
};

type PageCounts = { fromMemory: number; rendered: number; pages: number; bytes: number };

const MAX_BYTES = 32 * 1024 * 1024;
/** Longer than any page takes; then the last good copy goes out, and the new one is for the next. */
const WAITS_MS = 2_000;
const TRIES_AGAIN_AFTER_MS = 1_000;
const FRESH_UNHEARD_MS = 500;

/**
 * The pages that are the same for every guest, rendered and compressed once and sent as bytes (decision 32). `render` gives a page
 * as a guest without any cookie gets it. Memory is bounded: what was asked for longest ago goes first.
 */
export function openPageCache({
  render,
  publicMinutes = async () => 0,
  maxBytes = MAX_BYTES,
  now = Date.now,
}: {
  render: (address: string) => Promise<Response>;
  /** Minutes for which a delivery network may keep a page; 0 means no public caching. */
  publicMinutes?: () => Promise<number>;
  maxBytes?: number;
  now?: () => number;
}): PageCache {
  const copies = new Map<string, Copy>();
  const rendering = new Map<string, Promise<Copy | Passing | undefined>>();
  let bytes = 0;
  let changes = 0;
  let isHearing = true;
  const counts = { fromMemory: 0, rendered: 0 };
  const earlier = { fromMemory: 0, rendered: 0 };

  const forget = (key: string) => {
    bytes -= copies.get(key)?.bytes ?? 0;
    copies.delete(key);
  };
  const keep = (key: string, copy: Copy) => {
    forget(key);
    if (copy.bytes > maxBytes / 8) return;
    copies.set(key, copy);
    bytes += copy.bytes;
    for (const oldest of copies.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  };

  /** One rendering, however many ask at once; undefined when the shop could not give the page just now. */
  const renew = (key: string, tags: readonly string[]): Promise<Copy | Passing | undefined> => {
    const running = rendering.get(key);
    if (running) return running;
    const work = (async () => {
      const seen = changes;
      // What it shows is of now, however long it takes.
      const startedAt = now();
      counts.rendered += 1;
      const response = await render(key);
      // A refusal is worded for whoever asks, a person or a program.
      if (response.status >= 500 || response.status === 400) return undefined;
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200 || response.headers.has('Set-Cookie'))
        return { status: response.status, headers: rawHeaders(response.headers), body };
      const copy = await makeCopy(response.headers, body, { tags, publicMinutes: await publicMinutes() });
      // What changed meanwhile may be in it or not.
      if (seen === changes)
        copy.freshUntil = isHearing ? endOfDayInIndia(new Date(startedAt)).getTime() : now() + FRESH_UNHEARD_MS;
      keep(key, copy);
      return copy;
    })()
      .catch((error: unknown) => {
        log.error({ err: error, path: key }, 'a page could not be rendered');
        return undefined;
      })
      .finally(() => rendering.delete(key));
    rendering.set(key, work);
    return work;
  };

  const touch = (key: string, copy: Copy): Copy => {
    counts.fromMemory += 1;
    // The one that was asked for last is dropped last.
    copies.delete(key);
    copies.set(key, copy);
    return copy;
  };
  const sendFromMemory = (incoming: IncomingMessage, outgoing: ServerResponse, key: string, copy: Copy) =>
    send(incoming, outgoing, touch(key, copy));

  const renderAndSend = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { key, tags }: { key: string; tags: readonly string[] },
    otherwise: () => void,
  ) => {
    const last = copies.get(key);
    const made = await (last ? within(WAITS_MS, renew(key, tags)) : renew(key, tags));
    if (!made) {
      if (!last) return otherwise();
      last.nextTryAt = now() + TRIES_AGAIN_AFTER_MS;
      return sendFromMemory(incoming, outgoing, key, last);
    }
    if ('etag' in made) return send(incoming, outgoing, made);
    outgoing.writeHead(made.status, made.headers);
    outgoing.end(incoming.method === 'HEAD' ? undefined : made.body);
  };

  return {
    answer(incoming, outgoing, otherwise) {
      const { method, url = '' } = incoming;
      if ((method !== 'GET' && method !== 'HEAD') || !isSameForEveryGuest(incoming.headers.cookie)) return otherwise();
      const time = now();
      const isUsable = (copy: Copy | undefined): copy is Copy =>
        // Later than a pause can be is no pause: the clock was set back since.
        copy !== undefined &&
        (copy.freshUntil > time || (copy.nextTryAt > time && copy.nextTryAt <= time + TRIES_AGAIN_AFTER_MS));
      const direct = copies.get(url);
      if (isUsable(direct)) return sendFromMemory(incoming, outgoing, url, direct);
      const address = cachedAddressOf(url);
      if (!address) return otherwise();
      const copy = copies.get(address.key);
      if (isUsable(copy)) return sendFromMemory(incoming, outgoing, address.key, copy);
      renderAndSend(incoming, outgoing, address, otherwise).catch((error: unknown) => {
        logUnsent(error);
        if (outgoing.headersSent) outgoing.destroy();
        else otherwise();
      });
    },
    async read(url) {
      const address = cachedAddressOf(url);
      if (!address) return undefined;
      const { key, tags } = address;
      const found = copies.get(key);
      const page = found && found.freshUntil > now() ? touch(key, found) : await renew(key, tags);
      return page && 'etag' in page && page.template ? { headers: page.common, template: page.template } : undefined;
    },
    drop(tag) {
      changes += 1;
      for (const copy of copies.values())
        if (tag === undefined || copy.tags.includes(tag)) copy.freshUntil = copy.nextTryAt = 0;
    },
    setHearing(hears) {
      isHearing = hears;
      changes += 1;
      for (const copy of copies.values()) copy.freshUntil = copy.nextTryAt = 0;
    },
    takeCounts() {
      const taken = { ...counts, pages: copies.size, bytes };
      earlier.fromMemory += counts.fromMemory;
      earlier.rendered += counts.rendered;
      counts.fromMemory = counts.rendered = 0;
      return taken;
    },
    totals: () => ({
      fromMemory: earlier.fromMemory + counts.fromMemory,
      rendered: earlier.rendered + counts.rendered,
      pages: copies.size,
      bytes,
    }),
  };
}

/** What the work gives, or undefined when it takes longer. */
async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
