import { gatewayHosts, GATEWAYS } from '#app/basics/payment-methods.ts';
import { resolve } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { compress as compressStreams } from 'hono/compress';
import { href } from 'react-router';
import { requestReference } from '#app/basics/request-reference.ts';
import { openShop, type OpenedShop } from '#app/open-shop.server.ts';
import type { Config } from '#app/platform/config.server.ts';
import type { OpenedDatabase } from '#app/platform/database/database.server.ts';
import { log, loggedPath } from '#app/platform/log.server.ts';
import type { HonoEnv } from './hono-env.ts';
import { watchLoad } from './load.ts';
import { openMetrics } from './metrics.ts';
import { answerPages, redirectToCanonical } from './middleware/answer-pages.ts';
import { countAnswering } from './middleware/count-answering.ts';
import { fileRoutes, filesIn } from './middleware/files.ts';
import { healthRoutes } from './middleware/health.ts';
import { limitBodies, queueLargeBodies } from './middleware/limit-bodies.ts';
import { logRequests } from './middleware/log-requests.ts';
import { refuseStrangeRequests, refuseWhileOverloaded } from './middleware/refuse-requests.ts';
import { answerVisitorState } from './middleware/visitor-state.ts';
import { type PageCache, openPageCache } from './page-cache.ts';
import { refuse } from './plain-page.ts';
import { securityHeaders } from './security-headers.ts';
import { openReadVisitor } from './visitor-request.ts';

export type App = {
  fetch: (request: Request, bindings?: Partial<HttpBindings>) => Response | Promise<Response>;
  pageCache: PageCache;
  shop: OpenedShop;
  /** Ends event streams and background jobs, so that the server can close. */
  prepareClose: () => void;
  close: () => Promise<void>;
};

type Load = ReturnType<typeof watchLoad>;

const inDevelopment = import.meta.env.DEV;
const CLIENT = resolve(import.meta.dirname, '../client');

export async function openApp(config: Config, given: { database?: OpenedDatabase; load?: Load } = {}): Promise<App> {
  log.level = config.logLevel;
  const answering = countAnswering();
  const shop = await openShop(config, given.database, answering.isAnswering);
  const load = given.load ?? watchLoad();
  const app = new Hono<HonoEnv>();
  const pageCache = openPageCache({ publicOrigin: publicOriginOf(config), publicMinutes: shop.guestCacheMinutes });
  const metrics = config.metricsToken === undefined ? undefined : openMetrics({ shop, pageCache });
  addMiddleware(app, { config, shop, load, pageCache, metrics, count: answering.count });
  const stopListening = await shop.listenForPageChanges(pageCache);
  const report = setInterval(() => logUse(pageCache), REPORTS_EVERY_MS).unref();

  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    pageCache,
    shop,
    prepareClose: () => {
      shop.live.closeAll();
      shop.stopWorking().catch((error: unknown) => log.error({ err: error }, 'the shop could not stop its work'));
    },
    close: async () => {
      load.stop();
      metrics?.stop();
      clearInterval(report);
      await stopListening();
      await shop.close();
    },
  };
}

type Opened = {
  config: Config;
  shop: OpenedShop;
  load: Load;
  pageCache: PageCache;
  metrics: ReturnType<typeof openMetrics> | undefined;
  count: ReturnType<typeof countAnswering>['count'];
};

function addMiddleware(app: Hono<HonoEnv>, { config, shop, load, pageCache, metrics, count }: Opened): void {
  const files = inDevelopment ? new Set<string>() : filesIn(CLIENT);
  const sheets = [...files].filter((file) => /^\/assets\/(fonts|first)-[^/]*\.css$/.test(file)).sort();
  const { trustProxy } = config;
  const readVisitor = openReadVisitor(shop, publicOriginOf(config), trustProxy);

  // The page cache runs before logging, so cached pages are not logged. In development, every page is rendered.
  if (!inDevelopment) app.use(pageCache.answer);
  app.use(logRequests(metrics));
  app.use(securityHeaders(securityOptions(config)));
  app.route('/', healthRoutes(shop, metrics, config.metricsToken));
  app.route('/', fileRoutes(CLIENT, files, sheets));
  app.use(count);
  app.use(refuseWhileOverloaded(load.isOverloaded, sheets));
  app.use(refuseStrangeRequests(config.shopUrl, sheets));
  app.use(queueLargeBodies(shop, trustProxy, sheets));
  app.use(limitBodies(sheets));
  app.get(href('/visitor-state'), answerVisitorState(readVisitor, sheets));
  app.use(compressStreams());
  app.get('*', redirectToCanonical);
  app.all('*', answerPages(shop, readVisitor, sheets));
  app.onError((error, context) => {
    log.error({ err: error, request: context.get('id'), path: loggedPath(context.req.path) }, 'a request failed');
    return refuse(context, sheets, 500, `Something went wrong on our side. ${requestReference(context.get('id'))}`);
  });
}

const publicOriginOf = ({ shopUrl }: Config): string => new URL(shopUrl).origin;

const securityOptions = (config: Config) => ({
  https: publicOriginOf(config).startsWith('https:'),
  pictureOrigin: config.s3?.publicUrl && new URL(config.s3.publicUrl).origin,
  signInOrigin: config.google && 'https://accounts.google.com',
  gateways: gatewaysLetIn(config),
  development: inDevelopment,
});

const gatewaysLetIn = ({ gateways }: Config) =>
  GATEWAYS.flatMap((gateway) => {
    const [credentials, hosts] = [gateways[gateway], gatewayHosts(gateway)];
    if (!credentials || !hosts) return [];
    return { ...hosts, ...(hosts.form && credentials.apiUrl && { form: [new URL(credentials.apiUrl).origin] }) };
  });

const REPORTS_EVERY_MS = 60_000;

/** Logging every cached answer would be slow, so one line counts many answers. */
function logUse(pageCache: PageCache): void {
  const use = pageCache.takeCounts();
  if (use.fromMemory + use.rendered > 0) log.info(use, 'guest pages');
}
