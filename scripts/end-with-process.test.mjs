import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const helper = new URL('end-with-process.mjs', import.meta.url).href;

async function start(then) {
  const source = `
    import { spawn } from 'node:child_process';
    import { endWithProcess } from ${JSON.stringify(helper)};
    const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    endWithProcess(program);
    console.log(program.pid);
    ${then}`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [printed] = await once(parent.stdout, 'data');
  return { parent, pid: Number(printed.toString()) };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['fails', "throw new Error('a figure is missing')", undefined],
  ['ends with a program that still runs', 'process.exit(0)', undefined],
  ['is asked to stop', 'await new Promise(() => setInterval(() => {}, 1000))', 'SIGTERM'],
  ['is broken off', 'await new Promise(() => setInterval(() => {}, 1000))', 'SIGINT'],
])('a program ends when its parent %s', async (_, then, signal) => {
  const { parent, pid } = await start(then);
  if (signal) parent.kill(signal);
  if (parent.exitCode === null && parent.signalCode === null) await once(parent, 'exit');
  try {
    await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
  } finally {
    if (isAlive(pid)) process.kill(pid);
  }
});
