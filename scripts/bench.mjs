// `npm run bench [NAME…]` runs benchmarks and updates the table in docs/speed.md. `npm run bench -- table` only updates
// the table.
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inPath } from './machine.mjs';
import { buildStale, installMissing, main, node24, root, run, SetupError } from './setup.mjs';
import { writeSpeedTable } from './speed-table.mjs';

export const NEEDS = {
  checkout: ['EARLIER'],
  'page-cache': ['wrk'],
  processes: ['wrk', 'nginx'],
  'signed-in': ['EARLIER', 'wrk'],
  start: ['EARLIER'],
};

const isThere = (need) => Boolean(need === 'EARLIER' ? process.env.EARLIER : inPath([need]));

/** Returns the benchmarks that can run, and what is missing for the others. Named benchmarks always run. */
export function chooseBenchmarks(wanted, all, has = isThere) {
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown) throw new SetupError(`Unknown benchmark: ${unknown}. Available: ${all.join(', ')}.`);
  if (wanted.length > 0) return { chosen: wanted, skipped: [] };
  const missing = (name) => (NEEDS[name] ?? []).filter((need) => !has(need));
  return {
    chosen: all.filter((name) => missing(name).length === 0),
    skipped: all.flatMap((name) => (missing(name).length > 0 ? [{ name, needs: missing(name) }] : [])),
  };
}

export const benchmarkNames = () =>
  readdirSync(`${root}/benchmarks`)
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace('.bench.ts', ''))
    .sort();

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const wanted = process.argv.slice(2);
    if (wanted.includes('table')) return writeSpeedTable();
    const { chosen, skipped } = chooseBenchmarks(wanted, benchmarkNames());
    await installMissing();
    await buildStale();
    let failed = 0;
    for (const name of chosen) {
      console.log(`\n${name}`);
      const { code } = await run(node24(), [`benchmarks/${name}.bench.ts`], {
        shown: true,
        env: { NODE_ENV: 'production' },
      });
      if (code !== 0) failed += 1;
    }
    for (const { name, needs } of skipped) console.log(`\n${name} skipped: ${needs.join(' and ')} not found.`);
    console.log(`\nBenchmarks: ${chosen.length - failed} ran, ${failed} failed, ${skipped.length} skipped`);
    writeSpeedTable();
    return failed > 0 ? 1 : 0;
  });
}
