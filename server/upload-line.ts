/** Reads only a few large uploads at a time, while others wait unread. */
export type UploadLine = {
  /** Waits for a turn. Returns a function that ends the turn. Returns undefined when the queue is full or too slow. */
  enter(address: string, signal: AbortSignal): Promise<(() => void) | undefined>;
};

/** `ofAddress` limits uploads per network address. */
export function openUploadLine({ atOnce = 4, ofAddress = 8, waitsMs = 10_000 } = {}): UploadLine {
  const inLine = new Map<string, number>();
  const waiting = new Set<() => void>();
  let reading = 0;

  const count = (address: string, by: 1 | -1) => {
    const now = (inLine.get(address) ?? 0) + by;
    if (now === 0) inLine.delete(address);
    else inLine.set(address, now);
  };
  const next = () => {
    const [first] = waiting;
    if (first && reading < atOnce) first();
  };

  return {
    async enter(address, signal) {
      if ((inLine.get(address) ?? 0) >= ofAddress) return undefined;
      count(address, 1);
      if (reading >= atOnce) {
        const turn = Promise.withResolvers<boolean>();
        const start = () => turn.resolve(waiting.delete(start));
        const leave = () => turn.resolve(false);
        const timer = setTimeout(leave, waitsMs);
        waiting.add(start);
        signal.addEventListener('abort', leave, { once: true });
        const isMine = await turn.promise;
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        waiting.delete(start);
        if (!isMine) {
          count(address, -1);
          return undefined;
        }
      }
      reading += 1;
      return () => {
        reading -= 1;
        count(address, -1);
        next();
      };
    },
  };
}
