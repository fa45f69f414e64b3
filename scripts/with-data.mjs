// Installs first, because this may be the first command in a fresh clone.
import { installMissing, main, node24, run } from './setup.mjs';

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  await installMissing();
  // Optimizing the embedded database takes longer than these commands run.
  const command = ['--liftoff-only', `scripts/${name}.ts`, ...args];
  const { code, isKilled } = await run(node24(), command, { shown: true, last: true });
  return isKilled ? 1 : code;
});
