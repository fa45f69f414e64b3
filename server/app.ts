import { gatewayHosts, GATEWAYS } from '#app/basics/payment-methods.ts';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { SecureHeadersVariables } from 'hono/secure-headers';
import { openShop, type OpenedShop } from '#app/open-shop.server.ts';
import type { Config } from '#app/platform/config.server.ts';
import type { OpenedDatabase } from '#app/platform/database/database.server.ts';
import { log } from '#app/platform/log.server.ts';
import { factsOf } from '#app/route-facts.ts';
import { answer } from './answer.ts';
import { watchLoad } from './load.ts';
import { plainPage } from './plain-page.ts';
import { mayChange } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { FORWARDING_HEADERS, visitorAddress } from './visitor-address.ts';

export type App = {
  fetch: (request: Request, bindings?: Partial<HttpBindings>) => Response | Promise<Response>;
  shop: OpenedShop;
  /** Ends the streams that would never end by themselves, so that the server can close. */
  closeStreams: () => void;
  close: () => Promise<void>;
};

/** A form is small; routes that take files have a fact that says so. */
const FORM_BYTES = 64 * 1024;

/** Asked every few seconds by whoever watches the machine; not worth a line. */
const HEALTH = new Set(['/healthz', '/readyz']);

const YEAR = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';
const inDevelopment = import.meta.env.DEV;

/** As servers commonly log a request that its sender gave up. */
const CLIENT_CLOSED = 499;

/** Opens the shop and answers its visitors. `given` is for tests: a database that is open already, another watch over the load. */
export async function openApp(
  config: Config,
  given: { database?: OpenedDatabase; load?: ReturnType<typeof watchLoad> } = {},
): Promise<App> {
  log.level = config.logLevel;
  const shop = await openShop(config, given.database);
  const load = given.load ?? watchLoad();
  const publicOrigin = new URL(config.shopUrl).origin;
  const https = publicOrigin.startsWith('https:');
  const signInOrigin = config.google && 'https://accounts.google.com';
  const pictureOrigin = config.s3?.publicUrl && new URL(config.s3.publicUrl).origin;
  const app = new Hono<{ Bindings: HttpBindings; Variables: SecureHeadersVariables & { id: string } }>();

  app.use(async (context, next) => {
    const started = performance.now();
    const id = randomUUID();
    context.set('id', id);
    await next();
    context.header('X-Request-Id', id);
    log[HEALTH.has(context.req.path) ? 'debug' : 'info'](
      {
        request: id,
        method: context.req.method,
        path: context.req.path,
        // Nobody waits for it any more: what broke for that is no fault of ours.
        status: context.res.status === 500 && context.req.raw.signal.aborted ? CLIENT_CLOSED : context.res.status,
        milliseconds: Math.round(performance.now() - started),
      },
      'request',
    );
  });

  app.use(
    securityHeaders({
      https,
      pictureOrigin,
      signInOrigin,
      gateways: gatewaysLetIn(config),
      development: inDevelopment,
    }),
  );

  app.get('/healthz', (context) => context.text('ok', 200, { 'Cache-Control': 'no-store' }));
  app.get('/readyz', async (context) =>
    (await shop.isReady())
      ? context.text('ready', 200, { 'Cache-Control': 'no-store' })
      : context.text('not ready', 503, { 'Cache-Control': 'no-store' }),
  );

  const client = resolve(import.meta.dirname, '../client');
  // In development Vite has them.
  const files = inDevelopment ? new Set<string>() : filesIn(client);
  const sheets = [...files].filter((file) => /^\/assets\/(fonts|shop)-[^/]*\.css$/.test(file)).sort();
  // The browser's service worker keeps it.
  app.get('/offline', (context) => context.html(offlinePage(sheets), 200, { 'Cache-Control': 'no-cache' }));
  if (!inDevelopment) {
    const sendFile = serveStatic({ root: client, precompressed: true });
    app.get('*', (context, next) => {
      if (!files.has(context.req.path)) return next();
      context.header('Cache-Control', context.req.path.startsWith('/assets/') ? YEAR : DAY);
      return sendFile(context, next);
    });
  }

  app.use(async (context, next) => {
    if (load.isOverloaded()) {
      const headers = { 'Retry-After': String(BUSY_FOR_SECONDS), 'Cache-Control': 'no-store' };
      return context.req.header('accept')?.includes('text/html')
        ? context.html(busyPage(sheets, context.req.method), 503, headers)
        : context.text(BUSY, 503, headers);
    }
    if (!factsOf(context.req.path).isSigned && !mayChange(context.req.raw, config.shopUrl))
      return refuse(context, 403, 'This request did not come from a page of this shop.');
    await next();
  });

  app.use((context, next) => {
    const maxSize = factsOf(context.req.path).maxBytes ?? FORM_BYTES;
    return bodyLimit({
      maxSize,
      onError: () => refuse(context, 413, 'Too much at once.'),
    })(context, next);
  });

  app.use(compress());

  app.all('*', async (context) => {
    const request = context.req.raw;
    const address = visitorAddress(request, context.env.incoming?.socket.remoteAddress, config.trustProxy);
    const clean = atPublicAddress(request, publicOrigin, address);
    const response = await answer(clean, {
      id: context.get('id'),
      nonce: context.get('secureHeadersNonce') ?? '',
      contextForVisitor: () => shop.contextFor(clean.headers, address),
      live: shop.live,
    });
    if (response.headers.has('Set-Cookie')) response.headers.set('Cache-Control', 'no-store');
    else if (!response.headers.has('Cache-Control'))
      response.headers.set('Cache-Control', dependsOnSession(request) ? 'no-store' : 'private, no-cache');
    if (response.status === 503 && !response.headers.has('Retry-After'))
      response.headers.set('Retry-After', String(BUSY_FOR_SECONDS));
    return response;
  });

  app.onError((error, context) => {
    log.error({ err: error, request: context.get('id'), path: context.req.path }, 'a request failed');
    return refuse(context, 500, 'Something went wrong on our side.');
  });

  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    shop,
    closeStreams: () => shop.live.closeAll(),
    close: async () => {
      load.stop();
      await shop.close();
    },
  };
}

/** Whom the payment page lets in: the hosts of the gateways that have credentials; one that is asked elsewhere has its forms there too. */
const gatewaysLetIn = ({ gateways }: Config) =>
  GATEWAYS.flatMap((gateway) => {
    const [credentials, hosts] = [gateways[gateway], gatewayHosts(gateway)];
    if (!credentials || !hosts) return [];
    return { ...hosts, ...(hosts.form && credentials.apiUrl && { form: [new URL(credentials.apiUrl).origin] }) };
  });

/** Answers instead of the screen: with a line, or with JSON where a program asks. */
function refuse(context: Context, status: 403 | 413 | 500, text: string): Response {
  const { errorFor } = factsOf(context.req.path);
  const headers = { 'Cache-Control': 'no-store' };
  return errorFor ? context.json({ error: errorFor(status) }, status, headers) : context.text(text, status, headers);
}

const BUSY = 'The shop is very busy. Please try again in a moment.';
const BUSY_FOR_SECONDS = 5;

/** Who only looks is shown the page as soon as there is time for it; what was sent isn't sent again by itself. */
const busyPage = (sheets: readonly string[], method: string) =>
  plainPage({
    title: 'The shop is very busy',
    sheets,
    canRetry: method === 'GET',
    ...(method === 'GET'
      ? { text: 'Please try again in a moment. This page also tries by itself.', retryAfterSeconds: BUSY_FOR_SECONDS }
      : { text: 'Please try again in a moment: go back, and send it again. Nothing was ordered or changed.' }),
  });

const offlinePage = (sheets: readonly string[]) =>
  plainPage({
    title: 'You seem to be offline',
    text: 'This page did not come through. Your cart and your wishlist are as you left them.',
    sheets,
    canRetry: true,
  });

/** What the build put there for browsers, by address; nothing else in the directory is ever sent. */
function filesIn(directory: string): Set<string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !/\.(br|gz)$|^\./.test(entry.name))
      .map((entry) => `${entry.parentPath.slice(directory.length)}/${entry.name}`),
  );
}

/** The request as it came to the shop's public address, whatever Host it named, without what a visitor says of proxies (T17). */
function atPublicAddress(request: Request, publicOrigin: string, visitorAddress: string): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of FORWARDING_HEADERS) headers.delete(name);
  headers.set('x-visitor-address', visitorAddress);
  if (headers.has('origin')) headers.set('origin', publicOrigin);
  return new Request(publicOrigin + pathname + search, {
    method: request.method,
    headers,
    body: request.body,
    signal: request.signal,
    ...(request.body && { duplex: 'half' }),
  });
}

/** What was made for one person must stay in no cache (T22). */
const dependsOnSession = (request: Request) =>
  request.method !== 'GET' || Boolean(request.headers.get('cookie')?.includes('bisvar.session_token='));
