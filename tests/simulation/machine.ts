import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { drawsFrom } from './draws.ts';

export type Life = { number: number; isOver: boolean };

export const lives = new AsyncLocalStorage<Life>();

type Timer = {
  at: number;
  number: number;
  everyMs: number | undefined;
  life: Life | undefined;
  fire: () => void;
  die: (() => void) | undefined;
};

const realImmediate = globalThis.setImmediate;
const realTimeout = globalThis.setTimeout;
const clearRealTimeout = globalThis.clearTimeout;

export type Machine = ReturnType<typeof takeOverMachine>;

/**
 * Replaces clock, timers and randomness with the seed’s until `giveBack`. Only database and files take real time;
 * `rest` waits for them.
 */
export function takeOverMachine(seed: number, began: Date) {
  const chance = drawsFrom(seed);
  let now = began.getTime();
  let timerCount = 0;
  let busy = 0;
  const due = new Set<Timer>();
  const restored: (() => void)[] = [];

  const replace = <Owner extends object, Name extends keyof Owner>(owner: Owner, name: Name, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    restored.push(() => {
      if (before) Object.defineProperty(owner, name, before);
      else delete owner[name];
    });
  };

  const addTimer = (callback: () => void, delayMs: number, repeats: boolean, die?: () => void) => {
    const delay = Math.max(1, Number.isFinite(delayMs) ? delayMs : 1);
    const timer: Timer = {
      at: now + delay,
      number: (timerCount += 1),
      everyMs: repeats ? delay : undefined,
      life: lives.getStore(),
      fire: AsyncResource.bind(callback),
      die,
    };
    due.add(timer);
    const handle = {
      ref: () => handle,
      unref: () => handle,
      hasRef: () => true,
      refresh: () => {
        timer.at = now + delay;
        return handle;
      },
      stop: () => void due.delete(timer),
      [Symbol.toPrimitive]: () => timer.number,
    };
    return handle;
  };
  const stopTimer = (handle: unknown) => {
    if (typeof handle === 'object' && handle !== null && 'stop' in handle) (handle.stop as () => void)();
  };
  const wait = (ms: number) =>
    new Promise<void>((resolve, reject) => void addTimer(resolve, ms, false, () => reject(new ProcessDied())));

  const RealDate = globalThis.Date;
  replace(
    globalThis,
    'Date',
    new Proxy(RealDate, {
      construct: (target, given: [], newTarget) =>
        Reflect.construct(target, given.length === 0 ? [now] : given, newTarget) as Date,
      apply: () => new RealDate(now).toString(),
      get: (target, name) => (name === 'now' ? () => now : (Reflect.get(target, name) as unknown)),
    }),
  );
  replace(globalThis, 'setTimeout', (callback: (...given: unknown[]) => void, ms = 1, ...given: unknown[]) =>
    addTimer(() => callback(...given), ms, false),
  );
  replace(globalThis, 'setInterval', (callback: (...given: unknown[]) => void, ms = 1, ...given: unknown[]) =>
    addTimer(() => callback(...given), ms, true),
  );
  replace(globalThis, 'clearTimeout', stopTimer);
  replace(globalThis, 'clearInterval', stopTimer);
  replace(globalThis, 'setImmediate', (callback: (...given: unknown[]) => void, ...given: unknown[]) => {
    busy += 1;
    return realImmediate(() => {
      busy -= 1;
      callback(...given);
    });
  });
  replace(timers, 'setTimeout', async (ms: number, value?: unknown) => {
    await wait(ms);
    return value;
  });
  replace(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController();
    addTimer(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms, false);
    return controller.signal;
  });

  const uuid = () => {
    const bytes = chance.bytes(16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  replace(Math, 'random', chance.next);
  replace(crypto, 'randomBytes', chance.bytes);
  replace(crypto, 'randomUUID', uuid);
  replace(crypto, 'randomInt', (one: number, other?: number) =>
    other === undefined ? chance.below(one) : one + chance.below(other - one),
  );
  replace(globalThis.crypto, 'randomUUID', uuid);

  for (const [name, real] of Object.entries(fs)) {
    if (typeof real !== 'function') continue;
    replace(fs, name as keyof typeof fs, async (...given: unknown[]) => {
      busy += 1;
      try {
        return await (real as (...given: unknown[]) => unknown)(...given);
      } finally {
        busy -= 1;
      }
    });
  }
  syncBuiltinESMExports();

  return {
    now: () => now,
    wait,
    replace,
    /** Waits until the only work left is timers, scheduler turns and the database. */
    async rest(): Promise<void> {
      do await new Promise((resolve) => realImmediate(resolve));
      while (busy > 0);
      await new Promise((resolve) => realImmediate(resolve));
      if (busy > 0) return this.rest();
    },
    /**
     * Advances the clock to the next timer before `until` and fires all that are due. Returns false if there is none.
     */
    passTime(until: number): boolean {
      const next = Math.min(...[...due].map(({ at }) => at));
      if (!(next <= until)) {
        now = until;
        return false;
      }
      now = Math.max(now, next);
      const ready = [...due].filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at || a.number - b.number);
      for (const timer of ready) {
        if (!due.has(timer)) continue;
        if (timer.everyMs === undefined) due.delete(timer);
        else timer.at = now + timer.everyMs;
        timer.fire();
      }
      return true;
    },
    stopTimersOf(life: Life): void {
      for (const timer of due) {
        if (timer.life !== life) continue;
        due.delete(timer);
        timer.die?.();
      }
    },
    giveBack(): void {
      for (const restore of restored.toReversed()) restore();
      due.clear();
      syncBuiltinESMExports();
    },
  };
}

/** The outcome of all work in progress when its process died. */
export class ProcessDied extends Error {
  override name = 'ProcessDied';
}

const REAL_SECONDS = 60;

export async function soon<Value>(what: string, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = realTimeout(() => reject(new Error(`${what} did not come to an end`)), REAL_SECONDS * 1000);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearRealTimeout(timer);
  }
}
