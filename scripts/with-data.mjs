// `npm run admin`, `backup`, `restore`, `export` and `import`: the script of that name, which works on the shop's data. It
// may be the first command of a fresh clone, so what is missing is installed before.
import { installMissing, main, node24, run } from './setup.mjs';

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  await installMissing();
  // A command ends before it would pay to optimize the embedded database, which takes more than most of the work.
  const command = ['--liftoff-only', `scripts/${name}.ts`, ...args];
  const { code, isKilled } = await run(node24(), command, { shown: true, last: true });
  return isKilled ? 1 : code;
});
