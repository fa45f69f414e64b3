// `npm run bench`: every benchmark in benchmarks/, one after the other.
import { readdirSync } from 'node:fs';
import { buildStale, installMissing, main, node24, root, run } from './setup.mjs';

await main(async () => {
  await installMissing();
  await buildStale();
  let failed = 0;
  for (const name of readdirSync(`${root}/benchmarks`).sort()) {
    if (!name.endsWith('.bench.ts')) continue;
    console.log(`\n${name.replace('.bench.ts', '')}`);
    const { code } = await run(node24(), [`benchmarks/${name}`], { shown: true, env: { NODE_ENV: 'production' } });
    if (code !== 0) failed += 1;
  }
  return failed > 0 ? 1 : 0;
});
