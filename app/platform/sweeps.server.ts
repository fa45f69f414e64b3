import { takeTurn } from './limits.server.ts';
import { log } from './log.server.ts';
import type { Shop } from './shop.server.ts';

/** A background job. `signal` aborts it when the shop stops. */
export type Sweep = {
  name: string;
  everyMinutes: number;
  sweep: (shop: Shop, signal: AbortSignal) => Promise<unknown>;
};

const SLACK = 1.1;

/** Runs a job, unless another process ran it within its interval. */
export async function sweepInTurn(
  shop: Shop,
  { name, everyMinutes, sweep }: Sweep,
  signal = new AbortController().signal,
): Promise<void> {
  const turn = await takeTurn(shop, `sweep: ${name}`, { capacity: 1, refillPerMinute: SLACK / everyMinutes });
  if (turn.ok) await sweep(shop, signal);
}

/** Runs jobs until stopped. A failed job is logged and runs again at its next time. */
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
