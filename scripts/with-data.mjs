// Installs first, because it may be the first command of a fresh clone.
import { installMissing, main, node24, run } from './setup.mjs';

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  await installMissing();
  // Commands end before optimizing the embedded database would help.
  const command = ['--liftoff-only', `scripts/${name}.ts`, ...args];
  const { code, isKilled } = await run(node24(), command, { shown: true, last: true });
  return isKilled ? 1 : code;
});
