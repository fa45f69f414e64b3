import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'hono';
import { endOfDayInIndia } from '#app/basics/india.ts';
import { cachedAddressOf } from '#app/cached-pages.ts';
import { log } from '#app/platform/log.server.ts';
import { isSameForEveryGuest, isSignedInWithScript } from './guest-cookies.ts';
import type { HonoEnv, Middleware } from './hono-env.ts';
import { type Copy, makeCopy, openCopies, sendToGuest, sendToSignedIn } from './page-copy.ts';

export type PageCache = {
  /** Answers from memory, or renders a page once for all waiting guests. */
  answer: Middleware;
  drop(tag?: string): void;
  /** Without notifications, a page stays fresh for only half a second. */
  setHearing(isHearing: boolean): void;
  /** Returns the counts since the last call, and the current size. */
  takeCounts(): PageCounts;
  totals(): PageCounts;
};

type PageCounts = { fromMemory: number; rendered: number; pages: number; bytes: number };
type Address = { key: string; tags: readonly string[] };
type Passing = { status: number; headers: [string, string][]; body: ArrayBuffer };
type Rendering = Promise<Copy | Passing | undefined>;

const MAX_BYTES = 32 * 1024 * 1024;
/** Rendering a page never takes longer. A visitor who waits longer gets the stale copy. */
const WAITS_MS = 2_000;
const TRIES_AGAIN_AFTER_MS = 1_000;
const FRESH_UNHEARD_MS = 500;

type Given = {
  publicOrigin: string;
  /** Returns for how many minutes a CDN may cache a page; 0 turns caching off. */
  publicMinutes?: () => Promise<number>;
  maxBytes?: number;
  now?: () => number;
};

/** Caches guest pages until a notification with one of their tags, or until midnight in India (decision 65). */
export function openPageCache({
  publicOrigin,
  publicMinutes = async () => 0,
  maxBytes = MAX_BYTES,
  now = Date.now,
}: Given): PageCache {
  const copies = openCopies(maxBytes);
  const counts = openCounts();
  const renderings = new Map<string, Rendering>();
  let changes = 0;
  let isHearing = true;

  const use = (key: string, copy: Copy): Copy => {
    counts.add('fromMemory');
    copies.touch(key, copy);
    return copy;
  };

  const render = async (context: Context<HonoEnv>, next: () => Promise<void>, { key, tags }: Address): Rendering => {
    const changesBefore = changes;
    const startedAt = now();
    counts.add('rendered');
    // A browser gets a refusal as a page, and a program as text.
    const accept = context.req.header('accept') ?? '*/*';
    context.req.raw = new Request(publicOrigin + key, { headers: { accept } });
    await next();
    const { status, headers } = context.res;
    if (status >= 500 || status === 400 || context.get('usesFallback')) return undefined;
    const body = await context.res.arrayBuffer();
    replace(context, new Response(body, { status, headers }));
    if (status !== 200 || headers.has('Set-Cookie')) return { status, headers: [...headers], body };
    const copy = await makeCopy(headers, Buffer.from(body), { tags, publicMinutes: await publicMinutes() });
    // The page may miss a change that was made while it was rendered, so it is not cached.
    if (changesBefore === changes)
      copy.freshUntil = isHearing ? endOfDayInIndia(new Date(startedAt)).getTime() : now() + FRESH_UNHEARD_MS;
    copies.keep(key, copy);
    return copy;
  };

  const lead = async (context: Context<HonoEnv>, next: () => Promise<void>, address: Address): Promise<void> => {
    const request = context.req.raw;
    const { key } = address;
    const rendering = render(context, next, address)
      .catch((error: unknown) => {
        log.error({ err: error, path: key }, 'a page could not be rendered');
        return undefined;
      })
      .finally(() => renderings.delete(key));
    renderings.set(key, rendering);
    const last = copies.get(key);
    const made = await rendering;
    if (made && 'etag' in made) return replace(context, await sendToGuest(made, request));
    if (made || !last) return;
    last.nextTryAt = now() + TRIES_AGAIN_AFTER_MS;
    replace(context, await sendToGuest(use(key, last), request));
  };

  const follow = async (request: Request, rendering: Rendering, key: string): Promise<Response | undefined> => {
    const last = copies.get(key);
    const made = await (last ? Promise.race([rendering, wait(WAITS_MS, undefined, { ref: false })]) : rendering);
    if (made && 'etag' in made) return sendToGuest(made, request);
    if (made) return new Response(made.body, made);
    return last && sendToGuest(use(key, last), request);
  };

  return {
    async answer(context, next) {
      const { method, headers, url } = context.req.raw;
      if (method !== 'GET' && method !== 'HEAD') return next();
      const cookies = headers.get('cookie') ?? undefined;
      const isSignedIn = isSignedInWithScript(cookies);
      if (!isSignedIn && !isSameForEveryGuest(cookies)) return next();
      const time = now();
      const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
      const exact = isSignedIn ? undefined : copies.get(path);
      if (isUsable(exact, time)) return sendToGuest(use(path, exact), context.req.raw);
      const address = cachedAddressOf(path);
      if (!address) return next();
      const { key } = address;
      const copy = copies.get(key);
      const running = renderings.get(key);
      if (isSignedIn) {
        // The data of signed-in visitors is personal, and admins may see pages that guests cannot see.
        if (address.isData) return next();
        const page = copy && copy.freshUntil > time ? copy : await running;
        return page && 'etag' in page ? sendToSignedIn(use(key, page), context.req.raw) : next();
      }
      if (isUsable(copy, time)) return sendToGuest(use(key, copy), context.req.raw);
      if (!running) return lead(context, next, address);
      return (await follow(context.req.raw, running, key)) ?? next();
    },
    drop(tag) {
      changes += 1;
      copies.expire(tag);
    },
    setHearing(hears) {
      isHearing = hears;
      changes += 1;
      copies.expire();
    },
    takeCounts: () => ({ ...counts.take(), ...copies.size() }),
    totals: () => ({ ...counts.totals(), ...copies.size() }),
  };
}

const isUsable = (copy: Copy | undefined, time: number): copy is Copy =>
  // A retry too far in the future means that the clock was set back.
  copy !== undefined &&
  (copy.freshUntil > time || (copy.nextTryAt > time && copy.nextTryAt <= time + TRIES_AGAIN_AFTER_MS));

/** Hono would add the previous response's headers, so this removes it first. */
function replace(context: Context<HonoEnv>, response: Response): void {
  context.res = undefined;
  context.res = response;
}

function openCounts() {
  const counts = { fromMemory: 0, rendered: 0 };
  const earlier = { fromMemory: 0, rendered: 0 };
  return {
    add: (name: keyof typeof counts) => (counts[name] += 1),
    take() {
      const taken = { ...counts };
      earlier.fromMemory += counts.fromMemory;
      earlier.rendered += counts.rendered;
      counts.fromMemory = counts.rendered = 0;
      return taken;
    },
    totals: () => ({
      fromMemory: earlier.fromMemory + counts.fromMemory,
      rendered: earlier.rendered + counts.rendered,
    }),
  };
}
