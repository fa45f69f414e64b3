// Compares signed-in pages and their visitor-state request with an earlier version, whose pages contain that state.
// Needs `wrk`.
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { earlierDirectory } from './earlier.ts';
import { type Figure, median, saveFigures } from './figures.ts';
import { customerHeaders, startSampleShop } from './sample-shop.ts';
import { requestsPerSecond } from './wrk.ts';

const ROUNDS = 3;
/** The earlier version has no slugs. */
const PAGES = { home: '/', gallery: '/gallery', artwork: '/artwork/4' };

const server = await startPostgresServer();

async function open(directory?: string) {
  const shop = await startSampleShop({ databaseUrl: await server.createDatabase(), ...(directory && { directory }) });
  const headers = await customerHeaders(shop.address);
  return {
    ...shop,
    rateOf: async (path: string) => {
      const { url } = await fetch(shop.address + path, { headers });
      return requestsPerSecond(url, { headers });
    },
  };
}

const [shop, earlier] = [await open(), await open(earlierDirectory())];
const rateWithState = async (path: string) =>
  1 / (1 / (await shop.rateOf(path)) + 1 / (await shop.rateOf('/visitor-state')));
for (const each of [shop, earlier]) await each.forgetPeakMemory();
const figures: Figure[] = [];
for (const [page, path] of Object.entries(PAGES)) {
  await fetch(shop.address + path);
  for (const each of [shop, earlier]) await each.rateOf(path);
  const rounds: { now: number; before: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ now: await rateWithState(path), before: await earlier.rateOf(path) });
  figures.push({
    figure: `${page} and its state, signed in, 16 connections`,
    value: median(rounds.map(({ now }) => now)),
    unit: '/s',
    reference: { name: 'the earlier version', value: median(rounds.map(({ before }) => before)) },
    ratio: median(rounds.map(({ now, before }) => now / before)),
    target: 'at least 5 ×',
  });
}
const [peak, peakBefore] = await Promise.all([shop.peakMemory(), earlier.peakMemory()]);
figures.push({
  figure: 'largest memory of the process under this load',
  value: peak,
  unit: 'MB',
  reference: { name: 'the earlier version', value: peakBefore },
  ratio: peak / peakBefore,
  target: 'at most 0.65 ×',
});
await Promise.all([shop.close(), earlier.close()]);
await server.stop();
await saveFigures('signed-in', figures);
