import { takeTurn } from './limits.server.ts';
import { log } from './log.server.ts';
import type { Shop } from './shop.server.ts';

/** Something the shop does by itself, every so often; `signal` says when the shop stops, for what takes longer than a moment. */
export type Sweep = {
  name: string;
  everyMinutes: number;
  sweep: (shop: Shop, signal: AbortSignal) => Promise<unknown>;
};

/** A timer that fires a moment early still finds its turn. */
const SLACK = 1.1;

/** Sweeps unless another process of the shop did so within the time: all of them take turns by the database. */
export async function sweepInTurn(
  shop: Shop,
  { name, everyMinutes, sweep }: Sweep,
  signal = new AbortController().signal,
): Promise<void> {
  const turn = await takeTurn(shop, `sweep: ${name}`, { capacity: 1, refillPerMinute: SLACK / everyMinutes });
  if (turn.ok) await sweep(shop, signal);
}

/** Sweeps until stopped; stopping waits for the sweep that runs. One that fails is logged and tried again next time. */
export function startSweeping(systemContext: () => Shop, sweeps: readonly Sweep[]): () => Promise<void> {
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  const timers = sweeps.map((each) =>
    setInterval(() => {
      const run = sweepInTurn(systemContext(), each, stopping.signal).catch((error: unknown) =>
        log.error({ err: error, sweep: each.name }, 'a sweep failed'),
      );
      running.add(run);
      void run.finally(() => running.delete(run));
    }, each.everyMinutes * 60_000).unref(),
  );
  return async () => {
    timers.forEach((timer) => clearInterval(timer));
    stopping.abort();
    await Promise.all(running);
  };
}
