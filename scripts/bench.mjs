// `npm run bench`: the benchmarks in benchmarks/, one after the other, or those that are named; then the table in
// docs/speed.md. `npm run bench -- table` rewrites the table alone.
import { readdirSync } from 'node:fs';
import { buildStale, installMissing, main, node24, root, run, SetupError } from './setup.mjs';
import { writeSpeedTable } from './speed-table.mjs';

await main(async () => {
  const wanted = process.argv.slice(2);
  if (wanted.includes('table')) return writeSpeedTable();
  const all = readdirSync(`${root}/benchmarks`)
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace('.bench.ts', ''))
    .sort();
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown) throw new SetupError(`There is no benchmark ${unknown}; there are ${all.join(', ')}.`);
  await installMissing();
  await buildStale();
  let failed = 0;
  for (const name of wanted.length > 0 ? wanted : all) {
    console.log(`\n${name}`);
    const { code } = await run(node24(), [`benchmarks/${name}.bench.ts`], {
      shown: true,
      env: { NODE_ENV: 'production' },
    });
    if (code !== 0) failed += 1;
  }
  writeSpeedTable();
  return failed > 0 ? 1 : 0;
});
