import { delimiter } from 'node:path';
import { NODE_ENVIRONMENT, NODE_FLAGS } from './node-flags.mjs';
import { buildStale, inRoot, installMissing, main, node24, root, run } from './setup.mjs';

const serve = async () => {
  const development = process.argv.includes('--dev');
  await installMissing();
  if (!development) await buildStale();
  // These flags leave too little memory for a development server, which also builds.
  const flags = development ? ['--enable-source-maps'] : NODE_FLAGS;
  const server = [...flags, 'server/start.ts', ...process.argv.slice(2)];
  const env = { NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compiled'), ...NODE_ENVIRONMENT };
  // Where Node can, the server replaces this process.
  if (process.execve) {
    process.chdir(root);
    const path = `${inRoot('node_modules', '.bin')}${delimiter}${process.env.PATH}`;
    process.execve(node24(), [node24(), ...server], { ...process.env, PATH: path, ...env });
  }
  const { code } = await run(node24(), server, { shown: true, last: true, env });
  return code;
};

await main(serve, { whenStopped: 0 });
