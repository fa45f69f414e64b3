import type { Context } from 'hono';
import { html } from 'hono/html';
import { isRefusedStatus, REQUEST_REFUSED, type RefusedStatus } from '#app/basics/refused-request.ts';
import { factsOf } from '#app/route-facts.ts';

type PlainPage = {
  title: string;
  text: string;
  sheets: readonly string[];
  canRetry: boolean;
  retryAfterSeconds?: number;
  /** Whether to reload the page when the shop is reachable. A phone may never report that it is online again. */
  opensOnceInReach?: boolean;
};

const plainPage = ({ title, text, sheets, canRetry, retryAfterSeconds, opensOnceInReach }: PlainPage) =>
  html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#8C2F1D" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${sheets.map((sheet) => html`<link rel="stylesheet" href="${sheet}" />`)}
        ${retryAfterSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${retryAfterSeconds}" />`}
        ${
          opensOnceInReach
            ? html`<script>
                addEventListener('online', () => location.reload());
                setInterval(
                  () =>
                    fetch('/offline', { cache: 'no-store' }).then(
                      () => location.reload(),
                      () => {},
                    ),
                  8000,
                );
              </script>`
            : ''
        }
      </head>
      <body>
        <div class="page">
          <header class="header">
            <div class="wrap header-row">
              <span></span>
              <a class="logo" href="/" aria-label="Home"><span class="motif motif-mark" aria-hidden="true"></span></a>
            </div>
            <div class="threshold" aria-hidden="true"></div>
          </header>
          <main class="wrap">
            <div class="empty">
              <span class="motif motif-mini-1" aria-hidden="true"></span>
              <h1 class="text-h3">${title}</h1>
              <p>${text}</p>
              ${canRetry ? html`<a class="button button-primary" href=""><span>Try again</span></a>` : ''}
            </div>
          </main>
        </div>
      </body>
    </html> `;

const BUSY = 'The shop is very busy. Please try again in a moment.';
export const BUSY_FOR_SECONDS = 5;

export const asksForPage = (context: Context) => context.req.header('accept')?.includes('text/html') === true;

export function refuse(
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
  const title = status === 500 ? 'Something went wrong' : 'We couldn’t process this';
  return context.html(plainPage({ title, text, sheets, canRetry: false }), status);
}

export function refuseBusy(context: Context, sheets: readonly string[]): Response | Promise<Response> {
  const headers = { 'Retry-After': String(BUSY_FOR_SECONDS), 'Cache-Control': 'no-store' };
  const { errorFor } = factsOf(context.req.path);
  if (errorFor) return context.json({ error: errorFor(503) }, 503, headers);
  return asksForPage(context)
    ? context.html(busyPage(sheets, context.req.method), 503, headers)
    : context.text(BUSY, 503, headers);
}

/** Reads are retried automatically, but posts are not. */
const busyPage = (sheets: readonly string[], method: string) =>
  plainPage({
    title: 'The shop is very busy',
    sheets,
    canRetry: method === 'GET',
    ...(method === 'GET'
      ? { text: 'Please try again in a moment. This page reloads automatically.', retryAfterSeconds: BUSY_FOR_SECONDS }
      : { text: 'Nothing was ordered or changed. Go back and try again in a moment.' }),
  });

export const offlinePage = (sheets: readonly string[]) =>
  plainPage({
    title: 'You seem to be offline',
    text: 'We couldn’t load this page. Your cart and wishlist are safe. The page reloads when you are online again.',
    sheets,
    canRetry: true,
    opensOnceInReach: true,
  });
