import { join } from 'node:path';
import { log } from '#app/platform/log.server.ts';
import { markProcess } from '#app/platform/process-markers.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { recordIncident } from './incidents.server.ts';

const LOOKS_EVERY_MS = 30_000;
/** A shorter failure may be only a slow query. */
const SHORTEST_OUTAGE_MS = 5_000;

export type IncidentWatch = {
  databaseAwaySince: () => Date | undefined;
  noteAnswer: (isThere: boolean) => void;
  stop: () => Promise<void>;
};

export async function watchForIncidents(
  systemContext: () => Shop,
  ping: () => Promise<boolean>,
): Promise<IncidentWatch> {
  const marker = await markProcess(join(systemContext().config.dataDirectory, 'processes'));
  if (marker.crashedAt) {
    const endedAt = new Date();
    const beganAt = marker.crashedAt < endedAt ? marker.crashedAt : endedAt;
    log.warn({ beganAt, endedAt }, 'the shop crashed earlier; confirmed data is safe');
    await recordIncident(systemContext(), { kind: 'crash', beganAt, endedAt });
  }

  let awaySince: Date | undefined;
  let running: Promise<void> = Promise.resolve();
  const noteAnswer = (isThere: boolean) => {
    if (!isThere) {
      if (!awaySince) log.error('the database is unreachable; the shop shows stored pages, and nobody can buy');
      awaySince ??= new Date();
      return;
    }
    const beganAt = awaySince;
    awaySince = undefined;
    const endedAt = new Date();
    if (!beganAt || endedAt.getTime() - beganAt.getTime() < SHORTEST_OUTAGE_MS) return;
    log.warn({ beganAt, endedAt }, 'the database is available again; confirmed data is safe, and customers can buy');
    running = running
      .then(() => recordIncident(systemContext(), { kind: 'database-outage', beganAt, endedAt }))
      .catch((error: unknown) => log.error({ err: error }, 'an outage could not be recorded'));
  };
  const timer = setInterval(() => {
    running = running
      .then(async () => {
        await marker.touch();
        noteAnswer(await ping());
      })
      .catch((error: unknown) => log.error({ err: error }, 'the incident watch failed'));
  }, LOOKS_EVERY_MS).unref();
  return {
    databaseAwaySince: () => awaySince,
    noteAnswer,
    stop: async () => {
      clearInterval(timer);
      await running;
      await marker.remove();
    },
  };
}
