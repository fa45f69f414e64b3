import { endOfDayInIndia } from '#app/basics/india.ts';

/**
 * Cached values are the same for every visitor. They expire at midnight in India, and when a notification has their tag
 * (migration 0036).
 */
const CACHED_READS = {
  settings: { tag: 'settings' },
  opening: { tag: 'settings' },
  policies: { tag: 'settings' },
  'current offer': { tag: 'coupons' },
  collections: { tag: 'catalogue' },
  'facet groups': { tag: 'catalogue' },
  'search terms': { seconds: 60 },
  'last known catalogue': { seconds: 60 },
} as const satisfies Record<string, { tag: string } | { seconds: number }>;

const DAY_MS = 24 * 60 * 60 * 1_000;

type Key = keyof typeof CACHED_READS;
type TimedKey = { [K in Key]: (typeof CACHED_READS)[K] extends { seconds: number } ? K : never }[Key];

export type ReadCache = {
  /** Returns the value of `key`, frozen because callers share it. */
  read<Value>(key: Key, now: Date, read: () => Promise<Value>): Promise<Value>;
  findLast(key: TimedKey): unknown;
  drop(tag?: string): void;
  /** While notifications cannot arrive, values with a tag are not cached. */
  setHearing(isHearing: boolean): void;
};

export function openReadCache(): ReadCache {
  const entries = new Map<Key, { readAt: number; endOfDay: number; value: Promise<unknown> }>();
  const lastValues = new Map<Key, unknown>();
  let isHearing = true;
  const drop = (tag?: string) => {
    for (const key of entries.keys()) {
      const cached = CACHED_READS[key];
      if ('tag' in cached && (tag === undefined || cached.tag === tag)) entries.delete(key);
    }
  };
  return {
    read<Value>(key: Key, now: Date, read: () => Promise<Value>): Promise<Value> {
      const cached = CACHED_READS[key];
      if ('tag' in cached && !isHearing) return read();
      const time = now.getTime();
      const found = entries.get(key);
      const isFresh =
        found &&
        ('tag' in cached
          ? time < found.endOfDay && time >= found.endOfDay - DAY_MS
          : Math.abs(time - found.readAt) < cached.seconds * 1_000);
      if (isFresh) return found.value as Promise<Value>;
      const value = read().then(freeze);
      const entry = { readAt: time, endOfDay: endOfDayInIndia(now).getTime(), value };
      entries.set(key, entry);
      value.then(
        (known) => 'seconds' in cached && lastValues.set(key, known),
        () => entries.get(key) === entry && entries.delete(key),
      );
      return value;
    },
    findLast: (key) => lastValues.get(key),
    drop,
    setHearing(hears) {
      isHearing = hears;
      drop();
    },
  };
}

export const readCached = <Value>(
  { readCache, now }: { readCache?: ReadCache | undefined; now: Date },
  key: Key,
  read: () => Promise<Value>,
): Promise<Value> => (readCache ? readCache.read(key, now, read) : read());

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}
