import { html } from 'hono/html';

/** What the server says by itself, without the screens, on a page that looks like the shop's. */
type PlainPage = {
  title: string;
  text: string;
  /** Addresses of the shop's style sheets. */
  sheets: readonly string[];
  /** Whether the same address may be asked again by a button; after `retryAfterSeconds` it is by itself. */
  canRetry: boolean;
  retryAfterSeconds?: number;
  /** Whether it is asked again by itself as soon as the browser has a connection, and not before: nothing is read out anew meanwhile. */
  opensOnceOnline?: boolean;
};

export const plainPage = ({ title, text, sheets, canRetry, retryAfterSeconds, opensOnceOnline }: PlainPage) =>
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
          opensOnceOnline
            ? html`<script>
                addEventListener('online', () => location.reload());
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
