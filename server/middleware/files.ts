import { readdirSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { HonoEnv } from '#server/hono-env.ts';
import { offlinePage } from '#server/plain-page.ts';
import { scriptHashesOf } from '#server/security-headers.ts';

const YEAR = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';

export function fileRoutes(client: string, files: ReadonlySet<string>, sheets: readonly string[]): Hono<HonoEnv> {
  const routes = new Hono<HonoEnv>().get('/offline', async (context) => {
    const page = await offlinePage(sheets);
    context.set('scriptHashes', scriptHashesOf(page.toString()));
    return context.html(page, 200, { 'Cache-Control': 'no-cache' });
  });
  if (files.size === 0) return routes;
  const sendFile = serveStatic<HonoEnv>({ root: client, precompressed: true });
  return routes.get('*', (context, next) => {
    if (!files.has(context.req.path)) return next();
    context.header('Cache-Control', context.req.path.startsWith('/assets/') ? YEAR : DAY);
    return sendFile(context, next);
  });
}

export function filesIn(directory: string): Set<string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !/\.(br|gz)$|^\./.test(entry.name))
      .map((entry) => `${entry.parentPath.slice(directory.length)}/${entry.name}`),
  );
}
