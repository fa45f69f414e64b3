/** What is read once, and again only after it has changed; each process has its own. */
export type ReadCache = {
  /** The value under a key, read now unless it is known; it is frozen, since everybody gets the same. `tag` is what drops it. */
  read<Value>(key: string, tag: string, read: () => Promise<Value>): Promise<Value>;
  /** Drops what has a tag, or all when changes may have been missed. */
  drop(tag?: string): void;
  /** While changes aren't heard of, everything is read anew. */
  setHearing(isHearing: boolean): void;
};

export function openReadCache(): ReadCache {
  const known = new Map<string, { tag: string; value: Promise<unknown> }>();
  let isHearing = true;
  const drop = (tag?: string) => {
    for (const [key, each] of known) if (tag === undefined || each.tag === tag) known.delete(key);
  };
  return {
    read<Value>(key: string, tag: string, read: () => Promise<Value>): Promise<Value> {
      if (!isHearing) return read();
      const found = known.get(key);
      if (found) return found.value as Promise<Value>;
      const value = read().then(freeze);
      const entry = { tag, value };
      known.set(key, entry);
      // What could not be read is no answer for the next.
      value.catch(() => known.get(key) === entry && known.delete(key));
      return value;
    },
    drop,
    setHearing(hears) {
      isHearing = hears;
      drop();
    },
  };
}

/** What a shop read before and hasn't changed since, as `ReadCache.read`; read now where nothing is kept, as in a transaction. */
export const readCached = <Value>(
  { readCache }: { readCache?: ReadCache | undefined },
  key: string,
  tag: string,
  read: () => Promise<Value>,
): Promise<Value> => (readCache ? readCache.read(key, tag, read) : read());

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}
