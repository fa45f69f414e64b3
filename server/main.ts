import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { BadConfig, type Config, readConfig } from '#app/platform/config.server.ts';
import { refuseSecondHost } from './one-host.ts';
import type { App } from './app.ts';

type Opened = Pick<App, 'fetch' | 'prepareClose' | 'close'>;

const STOP_WITHIN_MILLISECONDS = 9_000;
const LET_FINISH_MILLISECONDS = 5_000;
/** The limit of waiting requests per connection. Browsers and proxies send at most two at a time. */
const MAX_QUEUED = 2;
const development = process.argv.includes('--dev');

async function main(): Promise<void> {
  process.env.NODE_ENV ??= development ? 'development' : 'production';
  if (existsSync('.env')) process.loadEnvFile('.env');
  let config = readConfig(process.env);

  // Connections are accepted before the shop is open. Requests wait until then, except health checks.
  let opened: Opened | undefined;
  const opening = Promise.withResolvers<Opened>();
  opening.promise.catch(() => {});
  const answer = getRequestListener(async (request, bindings) => {
    if (!opened) {
      const { pathname } = new URL(request.url);
      if (pathname === '/healthz') return new Response('ok', { headers: { 'Cache-Control': 'no-store' } });
      if (pathname === '/readyz')
        return new Response('not ready: the shop is opening', {
          status: 503,
          headers: { 'Cache-Control': 'no-store' },
        });
    }
    return (opened ?? (await opening.promise)).fetch(request, bindings as never);
  });
  const server = createServer(
    {
      // Node checks timeouts only every 30 seconds by default (T18).
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // Proxies close idle connections earlier, so that no connection closes during a request.
      keepAliveTimeout: 125_000,
      connectionsCheckingInterval: 2_000,
    },
    (incoming, outgoing) => {
      if (asksTooFarAhead(incoming, outgoing)) return void incoming.socket.destroy();
      if (refuseSecondHost(incoming, outgoing)) return;
      void answer(incoming, outgoing);
    },
  );
  // Closes connections whose client does not read (T18).
  server.timeout = 120_000;

  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(code || 1), STOP_WITHIN_MILLISECONDS).unref();
    const isClosed = new Promise((resolve) => server.close(resolve));
    server.keepAliveTimeout = 1;
    opened?.prepareClose();
    server.closeIdleConnections();
    await Promise.race([isClosed, wait(LET_FINISH_MILLISECONDS)]);
    // A closing server no longer checks for slow clients, so this closes every connection (T18).
    server.closeAllConnections();
    const app = opened ?? (await opening.promise.catch(() => undefined));
    await app?.close();
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));

  // A worker accepts connections only when it can answer.
  if (!cluster.isWorker) await listen(server, config);
  const { port } = (server.address() as { port: number } | null) ?? config;
  if (port !== config.port) config = { ...config, port, shopUrl: config.shopUrl.replace(/:0$/, `:${port}`) };

  opened = await (development ? openForDevelopment(config, server) : openBuilt(config));
  opening.resolve(opened);
  if (cluster.worker && !isStopping) {
    await listen(server, config);
    cluster.worker.send('open');
  }
  if (!isStopping && (cluster.worker?.id ?? 1) === 1) greet(config);
}

const queued = new WeakMap<Socket, number>();

/** Returns whether a client sends requests without reading the answers (T18). */
function asksTooFarAhead({ socket }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (outgoing.socket) return false;
  const count = (queued.get(socket) ?? 0) + 1;
  queued.set(socket, count);
  outgoing.once('close', () => queued.set(socket, queued.get(socket)! - 1));
  return count > MAX_QUEUED;
}

async function openBuilt(config: Config): Promise<Opened> {
  const built = import.meta.resolve('#build');
  if (!existsSync(new URL(built)))
    throw new BadConfig('The shop is not built yet. Run npm start, or npm run build first');
  const { openApp } = (await import(built)) as typeof import('./app.ts');
  return openApp(config);
}

/** Reloads changes through Vite, and reopens the shop when the server's code changes. */
async function openForDevelopment(config: Config, server: Server): Promise<Opened> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
  let module: typeof import('./app.ts') | undefined;
  let app: Promise<App> | undefined;
  let opened: App | undefined;
  const current = async () => {
    const loaded = (await vite.ssrLoadModule('/server/app.ts')) as typeof import('./app.ts');
    if (loaded !== module) {
      module = loaded;
      const previous = app;
      app = (async () => {
        await (await previous)?.close();
        return (opened = await loaded.openApp(config));
      })();
    }
    return app!;
  };
  const answer = getRequestListener(async (request, bindings) => (await current()).fetch(request, bindings as never));
  server.removeAllListeners('request');
  server.on('request', (incoming, outgoing) =>
    vite.middlewares(incoming, outgoing, () => void answer(incoming, outgoing)),
  );
  await current();
  return {
    fetch: async (request, bindings) => (await current()).fetch(request, bindings),
    prepareClose: () => opened?.prepareClose(),
    close: async () => {
      await (await app)?.close();
      await vite.close();
    },
  };
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new BadConfig(`PORT: another program uses ${port}`) : error),
    );
    server.listen(port, host, resolve);
  });
}

function greet({ shopUrl, mode, firstAdmin, databaseUrl }: Config): void {
  console.log(`\nThe shop is open at ${shopUrl}`);
  if (!databaseUrl && (process.env.PROCESSES || '1') !== '1')
    console.log(
      'Only one process is running, because the embedded database does not support more. PROCESSES needs DATABASE_URL.',
    );
  if (mode === 'live') return;
  console.log(
    `Sample sign-ins: admin ${firstAdmin!.email} / ${firstAdmin!.password}, customer customer@bisvar.example / aipan-customer\n`,
  );
}

main().catch((error: unknown) => {
  const isForTheOwner = error instanceof Error && ['BadConfig', 'DatabaseInUse'].includes(error.name);
  console.error(isForTheOwner ? `Can't open the shop:\n${error.message}` : error);
  process.exit(1);
});
