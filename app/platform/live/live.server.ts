import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { LIVE_UPDATE_KINDS, type LiveUpdate } from '#app/basics/live-update.ts';
import type { Shop } from '#app/platform/shop.server.ts';

const CHANNEL = 'live';
const HEARTBEAT_SECONDS = 25;
/** After this time the browser reconnects, and its permissions are checked again. */
const MAX_MINUTES = 15;
const MAX_OF_VISITOR = 6;
const MAX_OF_ADDRESS = 30;
const MAX_STREAMS = 2_000;
const MAX_UNREAD = 50;
const MAX_RECENT = 200;
/** A slow request makes the age of its page inexact. */
const AGE_IS_OFF_BY_MS = 10_000;

const noticeSchema = z.union([
  z.strictObject({
    topics: z.array(z.string()),
    update: z.strictObject({ kind: z.enum(LIVE_UPDATE_KINDS), id: z.string() }),
  }),
  z.strictObject({ endedUserId: z.string() }),
]);

export const topics = {
  admin: 'admin',
  person: (userId: string) => `person ${userId}`,
  order: (orderId: string) => `order ${orderId}`,
  request: (requestId: string) => `request ${requestId}`,
} as const;

export const topicsOfOrder = ({ id, userId }: { id: string; userId: string | null }): string[] => [
  topics.admin,
  ...(userId === null ? [] : [topics.person(userId)]),
  topics.order(id),
];

export const topicsOfRequest = ({ id, userId }: { id: string; userId: string | null }): string[] => [
  topics.admin,
  ...(userId === null ? [] : [topics.person(userId)]),
  topics.request(id),
];

/** Returns the topics that a visitor may subscribe to (T23): admins all, other people only their own. */
export function topicsOf(
  { actor }: Pick<Shop, 'actor'>,
  { orderId, requestId }: { orderId?: string; requestId?: string },
): string[] {
  return [
    ...(actor.kind === 'admin' ? [topics.admin] : []),
    ...('userId' in actor ? [topics.person(actor.userId)] : []),
    ...(orderId === undefined ? [] : [topics.order(orderId)]),
    ...(requestId === undefined ? [] : [topics.request(requestId)]),
  ];
}

/**
 * Publishes an update to subscribers in every process after the commit. The update contains only an id, so recipients
 * read with their own permissions.
 */
export async function publish(shop: Shop, topics: readonly string[], update: LiveUpdate): Promise<void> {
  await shop.database.execute(sql`select ${notification(topics, update)}`);
}

export const notification = (topics: readonly string[], update: LiveUpdate) =>
  sql`pg_notify(${CHANNEL}, ${JSON.stringify({ topics, update })})`;

/** Ends a person's streams in every process after the commit, so that their permissions are checked again. */
export async function endStreamsOf(shop: Shop, userId: string): Promise<void> {
  await shop.database.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ endedUserId: userId })})`);
}

export type Live = {
  /**
   * Opens a stream that begins with the updates since the page was rendered. Answers 429 or 503 when too many streams
   * are open.
   */
  open(visitor: { key: string; address: string }, topics: readonly string[], ageMs?: number): Response;
  closeAll(): void;
  close(): Promise<void>;
};

type Subscriber = {
  visitor: string;
  address: string;
  topics: ReadonlySet<string>;
  send: (text: string) => void;
  end: () => void;
};

export async function openLive({
  listen,
  log,
}: {
  listen: (channel: string, onNotice: (payload: string) => void) => Promise<() => Promise<void>>;
  log: { warn(fields: Record<string, unknown>, message: string): void };
}): Promise<Live> {
  const subscribers = new Set<Subscriber>();
  const recent: { at: number; topics: string[]; text: string }[] = [];
  let rememberedSince = Date.now();
  let isOpen = true;

  const unlisten = await listen(CHANNEL, (payload) => {
    // Notifications may be missing, so every page must load again.
    if (payload === '') {
      recent.length = 0;
      rememberedSince = Date.now();
      return subscribers.forEach(({ send }) => send(MISSED));
    }
    const notice = noticeSchema.safeParse(parseJson(payload));
    if (!notice.success) return log.warn({ payload }, 'a live update could not be read');
    if ('endedUserId' in notice.data) {
      for (const subscriber of subscribers) if (subscriber.visitor === notice.data.endedUserId) subscriber.end();
      return;
    }
    const { topics, update } = notice.data;
    const text = eventText(update.kind, update.id);
    recent.push({ at: Date.now(), topics, text });
    if (recent.length > MAX_RECENT) rememberedSince = recent.shift()!.at;
    for (const subscriber of subscribers)
      if (topics.some((topic) => subscriber.topics.has(topic))) subscriber.send(text);
  });
  const catchUp = ({ topics: mine, send }: Subscriber, ageMs: number) => {
    const since = Date.now() - ageMs - AGE_IS_OFF_BY_MS;
    if (since < rememberedSince) return send(MISSED);
    for (const { at, topics, text } of recent) if (at >= since && topics.some((topic) => mine.has(topic))) send(text);
  };
  const heartbeat = setInterval(
    () => subscribers.forEach(({ send }) => send(eventText('beat', ''))),
    HEARTBEAT_SECONDS * 1_000,
  ).unref();

  const countOf = (wanted: (subscriber: Subscriber) => boolean) => [...subscribers].filter(wanted).length;
  const closeAll = () => {
    isOpen = false;
    subscribers.forEach((subscriber) => subscriber.end());
  };

  return {
    open({ key, address }, topics, ageMs) {
      if (!isOpen || subscribers.size >= MAX_STREAMS) return refusal(503);
      if (
        countOf((subscriber) => subscriber.visitor === key) >= MAX_OF_VISITOR ||
        countOf((subscriber) => subscriber.address === address) >= MAX_OF_ADDRESS
      )
        return refusal(429);
      let subscriber: Subscriber;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const encoder = new TextEncoder();
          const end = () => {
            if (!subscribers.delete(subscriber)) return;
            clearTimeout(timer);
            controller.close();
          };
          // A random time prevents all browsers from reconnecting together.
          const timer = setTimeout(end, MAX_MINUTES * 60_000 * (1 - Math.random() / 5)).unref();
          subscriber = {
            visitor: key,
            address,
            topics: new Set(topics),
            send: (text) => {
              if ((controller.desiredSize ?? 0) < -MAX_UNREAD) return end();
              controller.enqueue(encoder.encode(text));
            },
            end,
          };
          subscribers.add(subscriber);
          subscriber.send('retry: 3000\n\n');
          if (ageMs !== undefined) catchUp(subscriber, ageMs);
        },
        cancel: () => {
          subscribers.delete(subscriber);
        },
      });
      return new Response(body, {
        headers: {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store',
          // Prevents proxies from buffering updates.
          'X-Accel-Buffering': 'no',
        },
      });
    },
    closeAll,
    async close() {
      closeAll();
      clearInterval(heartbeat);
      await unlisten();
    },
  };
}

const eventText = (kind: string, data: string) => `event: ${kind}\ndata: ${data}\n\n`;
const MISSED = eventText('missed', '');

const refusal = (status: 429 | 503) =>
  new Response('Too many open connections.', { status, headers: { 'Cache-Control': 'no-store', 'Retry-After': '30' } });

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
