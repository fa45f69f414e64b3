import { gatewayHosts, GATEWAYS } from '#app/basics/payment-methods.ts';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress as compressStreams } from 'hono/compress';
import { isRefusedStatus, REQUEST_REFUSED, type RefusedStatus } from '#app/basics/refused-request.ts';
import { requestReference } from '#app/basics/request-reference.ts';
import { openShop, type OpenedShop } from '#app/open-shop.server.ts';
import type { Config } from '#app/platform/config.server.ts';
import { type OpenedDatabase, waitForDatabaseOnce } from '#app/platform/database/database.server.ts';
import { log, loggedPath } from '#app/platform/log.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { canonicalPathOf } from '#app/cached-pages.ts';
import { takeToken } from '#app/platform/limits.server.ts';
import { factsOf, isForAdmins } from '#app/route-facts.ts';
import type { RequestFacts } from '#app/routes/request-context.server.ts';
import { answer } from './answer.ts';
import { compress, encodingFor } from './encodings.ts';
import { carriesToken, type Metrics, openMetrics } from './metrics.ts';
import { type PageCache, openPageCache } from './page-cache.ts';
import { isReadableAddress } from './form-request.ts';
import { watchLoad } from './load.ts';
import { plainPage } from './plain-page.ts';
import { mayChange } from './same-origin.ts';
import { openUploadLine } from './upload-line.ts';
import { type ScriptHashes, scriptHashesOf, securityHeaders } from './security-headers.ts';
import { answerSignedIn } from './signed-in-pages.ts';
import { FORWARDING_HEADERS, visitorAddress } from './visitor-address.ts';

export type App = {
  fetch: (request: Request, bindings?: Partial<HttpBindings>) => Response | Promise<Response>;
  /** Answers before `fetch` is asked: what is the same for every guest comes from memory, `otherwise` answers the rest. */
  answerFromMemory: (incoming: IncomingMessage, outgoing: ServerResponse, otherwise: () => void) => void;
  pageCache: PageCache;
  shop: OpenedShop;
  /** Ends the streams that would never end by themselves and begins nothing more that no visitor asked for, so that the server can close. */
  prepareClose: () => void;
  close: () => Promise<void>;
};

/** A form is small; routes that take files have a fact that says so. */
const FORM_BYTES = 64 * 1024;

/** Asked every few seconds by whoever watches the machine; not worth a line. */
const HEALTH = new Set(['/healthz', '/readyz', '/metrics']);

/** A body of more than this waits in line and, from outside the admin area, costs a token before it is read. */
const LARGE_BODY_BYTES = 1024 * 1024;
const LARGE_BODIES_OF_ADDRESS = { capacity: 60, refillPerMinute: 10 };

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
  let answering = 0;
  const shop = await openShop(config, given.database, () => answering > 0);
  const load = given.load ?? watchLoad();
  const publicOrigin = new URL(config.shopUrl).origin;
  const https = publicOrigin.startsWith('https:');
  const signInOrigin = config.google && 'https://accounts.google.com';
  const pictureOrigin = config.s3?.publicUrl && new URL(config.s3.publicUrl).origin;
  let metrics: Metrics | undefined;
  const app = new Hono<{
    Bindings: Partial<HttpBindings> & { isForEveryGuest?: true };
    Variables: ScriptHashes & { id: string };
  }>();

  app.use(async (context, next) => {
    const started = performance.now();
    const id = randomUUID();
    context.set('id', id);
    await next();
    context.header('X-Request-Id', id);
    const isWatching = HEALTH.has(context.req.path);
    const milliseconds = performance.now() - started;
    // Nobody waits for it any more: what broke for that is no fault of ours.
    const status = context.res.status === 500 && context.req.raw.signal.aborted ? CLIENT_CLOSED : context.res.status;
    if (!isWatching) metrics?.recordRequest(status, milliseconds);
    log[isWatching ? 'debug' : 'info'](
      {
        request: id,
        method: context.req.method,
        path: loggedPath(context.req.path),
        status,
        milliseconds: Math.round(milliseconds),
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
  app.get('/readyz', async (context) => {
    const { ok, text } = await shop.checkReady();
    return context.text(text, ok ? 200 : 503, { 'Cache-Control': 'no-store' });
  });

  app.get('/metrics', async (context, next) => {
    if (!metrics || config.metricsToken === undefined) return next();
    context.header('Cache-Control', 'no-store');
    if (!carriesToken(context.req.header('authorization'), config.metricsToken))
      return context.text('The token of METRICS_TOKEN is needed here.', 401, { 'WWW-Authenticate': 'Bearer' });
    return context.text(await metrics.write(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });

  const client = resolve(import.meta.dirname, '../client');
  // In development Vite has them.
  const files = inDevelopment ? new Set<string>() : filesIn(client);
  const sheets = [...files].filter((file) => /^\/assets\/(fonts|first)-[^/]*\.css$/.test(file)).sort();
  // The browser's service worker keeps it.
  app.get('/offline', async (context) => {
    const page = await offlinePage(sheets);
    context.set('scriptHashes', scriptHashesOf(page.toString()));
    return context.html(page, 200, { 'Cache-Control': 'no-cache' });
  });
  if (!inDevelopment) {
    const sendFile = serveStatic({ root: client, precompressed: true });
    app.get('*', (context, next) => {
      if (!files.has(context.req.path)) return next();
      context.header('Cache-Control', context.req.path.startsWith('/assets/') ? YEAR : DAY);
      return sendFile(context, next);
    });
  }

  app.use(async (_context, next) => {
    answering += 1;
    try {
      await waitForDatabaseOnce(next);
    } finally {
      answering -= 1;
    }
  });

  app.use(async (context, next) => {
    if (load.isOverloaded()) {
      const headers = { 'Retry-After': String(BUSY_FOR_SECONDS), 'Cache-Control': 'no-store' };
      const { errorFor } = factsOf(context.req.path);
      if (errorFor) return context.json({ error: errorFor(503) }, 503, headers);
      return context.req.header('accept')?.includes('text/html')
        ? context.html(busyPage(sheets, context.req.method), 503, headers)
        : context.text(BUSY, 503, headers);
    }
    if (!METHODS.has(context.req.method)) {
      context.header('Allow', [...METHODS].join(', '));
      return refuse(context, sheets, 405);
    }
    if (!isReadableAddress(new URL(context.req.url))) return refuse(context, sheets, 400);
    if (!factsOf(context.req.path).isSigned && !mayChange(context.req.raw, config.shopUrl)) {
      logSecurityEvent({ requestId: context.get('id') }, 'request-refused', { why: 'other-site' });
      return refuse(context, sheets, 403, 'This request did not come from a page of this shop.');
    }
    await next();
  });

  const uploadLine = openUploadLine();
  app.use(async (context, next) => {
    const facts = factsOf(context.req.path);
    const { maxBytes = FORM_BYTES } = facts;
    if (maxBytes <= LARGE_BODY_BYTES || !mayBeLarge(context.req.raw)) return next();
    const address = visitorAddress(context.req.raw, context.env.incoming?.socket.remoteAddress, config.trustProxy);
    if (!isForAdmins(facts)) {
      const asShop = { ...shop.systemContext(), requestId: context.get('id') };
      const allowed = await takeToken(asShop, `large-body:${address}`, LARGE_BODIES_OF_ADDRESS);
      if (!allowed.ok) return refuse(context, sheets, 429, TOO_MANY_UPLOADS, allowed.data.retryAfterSeconds);
    }
    const leave = await uploadLine.enter(address, context.req.raw.signal);
    if (!leave) return refuse(context, sheets, 429, TOO_MANY_UPLOADS, BUSY_FOR_SECONDS);
    try {
      await next();
    } finally {
      leave();
    }
  });

  app.use((context, next) => {
    const maxSize = factsOf(context.req.path).maxBytes ?? FORM_BYTES;
    return bodyLimit({
      maxSize,
      onError: () => refuse(context, sheets, 413),
    })(context, next);
  });

  app.use(compressStreams());

  app.get('*', (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const canonical = canonicalPathOf(pathname);
    return canonical === undefined ? next() : Promise.resolve(context.redirect(canonical + search, 301));
  });

  app.all('*', async (context) => {
    const request = context.req.raw;
    const address = visitorAddress(request, context.env.incoming?.socket.remoteAddress, config.trustProxy);
    const clean = atPublicAddress(request, publicOrigin, address);
    const facts: RequestFacts = {
      id: context.get('id'),
      isForEveryGuest: context.env.isForEveryGuest === true,
      contextForVisitor: async () => ({
        ...(await shop.contextFor(clean.headers, address, context.get('id'))),
        needsFreshCatalogue: context.env.isForEveryGuest === true,
      }),
      live: shop.live,
    };
    const own = await answerSignedIn(clean, pageCache, { ...facts, requestId: facts.id });
    if (own) return own;
    const response = await answer(clean, facts);
    if (response.headers.has('Set-Cookie')) response.headers.set('Cache-Control', 'no-store');
    else if (!response.headers.has('Cache-Control'))
      response.headers.set('Cache-Control', dependsOnSession(request) ? 'no-store' : 'private, no-cache');
    const pause = PAUSES[response.status];
    if (pause !== undefined && !response.headers.has('Retry-After')) response.headers.set('Retry-After', String(pause));
    if (!response.headers.get('Content-Type')?.startsWith('text/html'))
      return isRefusedStatus(response.status) &&
        asksForPage(context) &&
        !response.headers.get('Content-Type')?.includes('json')
        ? refuse(context, sheets, response.status)
        : response;
    const html = Buffer.from(await response.arrayBuffer());
    context.set('scriptHashes', scriptHashesOf(html.toString()));
    const encoding = encodingFor(context.req.header('accept-encoding'));
    const headers = new Headers(response.headers);
    headers.append('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
    const body = encoding === 'identity' ? html : await compress(html, encoding, 'each');
    return new Response(new Uint8Array(body), { status: response.status, statusText: response.statusText, headers });
  });

  app.onError((error, context) => {
    log.error({ err: error, request: context.get('id'), path: loggedPath(context.req.path) }, 'a request failed');
    return refuse(context, sheets, 500, `Something went wrong on our side. ${requestReference(context.get('id'))}`);
  });

  const pageCache = openPageCache({
    render: async (address) => app.fetch(new Request(publicOrigin + address), { isForEveryGuest: true }),
    publicMinutes: shop.guestCacheMinutes,
  });
  if (config.metricsToken !== undefined) metrics = openMetrics({ shop, pageCache });
  const stopListening = await shop.listenForPageChanges(pageCache);
  const report = setInterval(() => logUse(pageCache), REPORTS_EVERY_MS).unref();

  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    answerFromMemory: (...request) => pageCache.answer(...request),
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

const REPORTS_EVERY_MS = 60_000;

/** What was answered from memory since the last time, in one line: a line each would cost more than the answer. */
function logUse(pageCache: PageCache): void {
  const use = pageCache.takeCounts();
  if (use.fromMemory + use.rendered > 0) log.info(use, 'guest pages');
}

/** Whom the payment page lets in: the hosts of the gateways that have credentials; one that is asked elsewhere has its forms there too. */
const gatewaysLetIn = ({ gateways }: Config) =>
  GATEWAYS.flatMap((gateway) => {
    const [credentials, hosts] = [gateways[gateway], gatewayHosts(gateway)];
    if (!credentials || !hosts) return [];
    return { ...hosts, ...(hosts.form && credentials.apiUrl && { form: [new URL(credentials.apiUrl).origin] }) };
  });

/** What browsers and the shop's own scripts send. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

const TOO_MANY_UPLOADS = 'Too many large files at once. Wait a minute, then send this again. Nothing was changed.';

/** Whether a request has a body of more than a megabyte, or one whose length it doesn't say. */
function mayBeLarge({ headers, body }: Request): boolean {
  const length = headers.get('content-length');
  return body !== null && (length === null || Number(length) > LARGE_BODY_BYTES);
}

const asksForPage = (context: Context) => context.req.header('accept')?.includes('text/html') === true;

/** Answers instead of the screen: with a page for a person, with JSON or a line where a program asks. */
function refuse(
  context: Context,
  sheets: readonly string[],
  status: 403 | 429 | 500 | RefusedStatus,
  text = isRefusedStatus(status) ? REQUEST_REFUSED[status] : '',
  retryAfterSeconds?: number,
): Response | Promise<Response> {
  const { errorFor } = factsOf(context.req.path);
  if (retryAfterSeconds !== undefined) context.header('Retry-After', String(retryAfterSeconds));
  context.header('Cache-Control', 'no-store');
  if (errorFor) return context.json({ error: errorFor(status) }, status);
  if (!asksForPage(context)) return context.text(text, status);
  const title = status === 500 ? 'Something went wrong' : 'This could not be taken';
  return context.html(plainPage({ title, text, sheets, canRetry: false }), status);
}

const BUSY = 'The shop is very busy. Please try again in a moment.';
const BUSY_FOR_SECONDS = 5;
/** Seconds after which it may be tried again, by status, where the answer itself doesn't say so: limits let somebody try each minute or so. */
const PAUSES: Record<number, number> = { 429: 60, 503: BUSY_FOR_SECONDS };

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
    text: 'This page did not come through. Your cart and your wishlist are as you left them. It opens by itself once the connection is back.',
    sheets,
    canRetry: true,
    opensOnceOnline: true,
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
