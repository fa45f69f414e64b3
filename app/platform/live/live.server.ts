import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Shop } from '#app/platform/shop.server.ts';
import { NEWS_KINDS, type NewsKind } from '#app/basics/news.ts';

const CHANNEL = 'live';
const HEARTBEAT_SECONDS = 25;
/** Then the browser calls again, and who it is and what it may hear is asked anew. */
const MAX_MINUTES = 15;
const MAX_OF_VISITOR = 6;
const MAX_OF_ADDRESS = 30;
const MOST = 2_000;
/** A line nobody reads from is hung up after so many unread rings. */
const MAX_UNREAD = 50;

/** News of one kind and what it is about; ids only, no personal data (T23). */
export type Ring = { kind: NewsKind; id: string };
const ringSchema = z.strictObject({
  topics: z.array(z.string()),
  ring: z.strictObject({ kind: z.enum(NEWS_KINDS), id: z.string() }),
});

/** Who hears of what: everything in the studio, everything of one person, one order that somebody looks at. */
export const topics = {
  desk: 'desk',
  person: (userId: string) => `person ${userId}`,
  order: (orderId: string) => `order ${orderId}`,
} as const;

/** What a visitor may hear of (T23): an admin of the desk, a person of their own, anybody of the one order they found by its number. */
export function topicsOf({ actor }: Pick<Shop, 'actor'>, trackedOrderId: string | undefined): string[] {
  return [
    ...(actor.kind === 'admin' ? [topics.desk] : []),
    ...('userId' in actor ? [topics.person(actor.userId)] : []),
    ...(trackedOrderId === undefined ? [] : [topics.order(trackedOrderId)]),
  ];
}

/**
 * Rings everybody who listens to one of the topics, in every process of the shop, when the caller's transaction commits;
 * who isn't there hears nothing. It says "look again" and carries nothing but an id.
 */
export async function ring(shop: Shop, topics: readonly string[], news: Ring): Promise<void> {
  await shop.database.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ topics, ring: news })})`);
}

export type Live = {
  /** A stream of server-sent events for what rings on these topics; 429 or 503 when there are too many already. */
  open(visitor: { key: string; address: string }, topics: readonly string[]): Response;
  /** Ends every stream and opens no more. */
  hangUp(): void;
  close(): Promise<void>;
};

type Line = {
  visitor: string;
  address: string;
  topics: ReadonlySet<string>;
  say: (text: string) => void;
  end: () => void;
};

/** Opens the exchange between the database's notices and the browsers that listen. */
export async function openLive({
  listen,
  log,
}: {
  listen: (channel: string, onNotice: (payload: string) => void) => Promise<() => Promise<void>>;
  log: { warn(fields: Record<string, unknown>, message: string): void };
}): Promise<Live> {
  const lines = new Set<Line>();
  let isOpen = true;

  const unlisten = await listen(CHANNEL, (payload) => {
    // The connection was lost for a while: everybody looks again.
    if (payload === '') return lines.forEach((line) => NEWS_KINDS.forEach((kind) => line.say(event(kind, ''))));
    const read = ringSchema.safeParse(parsed(payload));
    if (!read.success) return log.warn({ payload }, 'a ring could not be read');
    const { topics, ring } = read.data;
    for (const line of lines) if (topics.some((topic) => line.topics.has(topic))) line.say(event(ring.kind, ring.id));
  });
  const heartbeat = setInterval(() => lines.forEach((line) => line.say(':\n\n')), HEARTBEAT_SECONDS * 1_000).unref();

  const countOf = (wanted: (line: Line) => boolean) => [...lines].filter(wanted).length;
  const hangUp = () => {
    isOpen = false;
    lines.forEach((line) => line.end());
  };

  return {
    open({ key, address }, topics) {
      if (!isOpen || lines.size >= MOST) return refusal(503);
      if (
        countOf((line) => line.visitor === key) >= MAX_OF_VISITOR ||
        countOf((line) => line.address === address) >= MAX_OF_ADDRESS
      )
        return refusal(429);
      let line: Line;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const encoder = new TextEncoder();
          const end = () => {
            if (!lines.delete(line)) return;
            clearTimeout(timer);
            controller.close();
          };
          // Not all at the same time, or they would all come back at the same time.
          const timer = setTimeout(end, MAX_MINUTES * 60_000 * (1 - Math.random() / 5)).unref();
          line = {
            visitor: key,
            address,
            topics: new Set(topics),
            say: (text) => {
              if ((controller.desiredSize ?? 0) < -MAX_UNREAD) return end();
              controller.enqueue(encoder.encode(text));
            },
            end,
          };
          lines.add(line);
          line.say('retry: 3000\n\n');
        },
        cancel: () => {
          lines.delete(line);
        },
      });
      return new Response(body, {
        headers: {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store',
          // Or a proxy would keep the rings until they fill a page.
          'X-Accel-Buffering': 'no',
        },
      });
    },
    hangUp,
    async close() {
      hangUp();
      clearInterval(heartbeat);
      await unlisten();
    },
  };
}

const event = (kind: string, data: string) => `event: ${kind}\ndata: ${data}\n\n`;

const refusal = (status: 429 | 503) =>
  new Response('Too many are listening.', { status, headers: { 'Cache-Control': 'no-store', 'Retry-After': '30' } });

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
