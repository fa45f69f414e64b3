// Starts the server in this process, or several supervised workers if PROCESSES is set.
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const FIRST_DELAY_MILLISECONDS = 100;
const MAX_DELAY_MILLISECONDS = 10_000;
const HEALTHY_AFTER_MILLISECONDS = 60_000;
/** Workers stop themselves within a shorter time. The main process kills a worker that is still running after this. */
const STOP_WITHIN_MILLISECONDS = 9_500;

function countWorkers({ DATABASE_URL, PROCESSES }: NodeJS.ProcessEnv): number {
  if (!cluster.isPrimary || !DATABASE_URL || process.argv.includes('--dev')) return 0;
  const count = PROCESSES === 'auto' ? Math.min(availableParallelism(), 128) : Number(PROCESSES);
  return count >= 2 && count <= 128 && Number.isInteger(count) ? count : 0;
}

/** Restarts workers that end, with backoff. One worker starts first, for migrations and the sample. */
function superviseWorkers(count: number): void {
  let hasOpened = false;
  let isStopping = false;
  let exitCode = 0;
  let delay = FIRST_DELAY_MILLISECONDS;
  const startedAt = new Map<number, number>();
  const fork = () => startedAt.set(cluster.fork().id, Date.now());
  const stop = (code: number) => {
    if (isStopping) return;
    isStopping = true;
    exitCode = code;
    const workers = Object.values(cluster.workers ?? {});
    if (workers.length === 0) process.exit(code);
    for (const worker of workers) worker?.process.kill('SIGTERM');
    setTimeout(() => {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
      process.exit(code || 1);
    }, STOP_WITHIN_MILLISECONDS).unref();
  };
  cluster.on('listening', ({ process: { pid } }) =>
    console.log(JSON.stringify({ level: 30, time: Date.now(), pid, msg: 'a process of the shop serves' })),
  );
  cluster.on('message', (_worker, message) => {
    if (message !== 'open' || hasOpened || isStopping) return;
    hasOpened = true;
    for (let number = 1; number < count; number += 1) fork();
  });
  cluster.on('exit', ({ id }, code, signal) => {
    const livedMilliseconds = Date.now() - startedAt.get(id)!;
    startedAt.delete(id);
    if (isStopping) {
      if (startedAt.size === 0) process.exit(exitCode || code || 0);
      return;
    }
    if (!hasOpened) return stop(code || 1);
    if (livedMilliseconds > HEALTHY_AFTER_MILLISECONDS) delay = FIRST_DELAY_MILLISECONDS;
    console.error(
      JSON.stringify({ level: 50, time: Date.now(), code, signal, msg: 'a process of the shop ended; another starts' }),
    );
    setTimeout(() => {
      if (!isStopping) fork();
    }, delay);
    delay = Math.min(delay * 2, MAX_DELAY_MILLISECONDS);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0));
  fork();
}

if (existsSync('.env')) process.loadEnvFile('.env');
const count = countWorkers(process.env);
if (count > 0) superviseWorkers(count);
else {
  // While the server is loading, there is no work to finish.
  const leave = () => process.exit(0);
  process.on('SIGTERM', leave).on('SIGINT', leave);
  await import('./main.ts');
  process.off('SIGTERM', leave).off('SIGINT', leave);
}
