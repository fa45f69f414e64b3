import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { ScriptHashes } from './security-headers.ts';

/** What the server's middleware shares about one request: its id, and whether the answer is for every guest. */
export type HonoEnv = {
  Bindings: Partial<HttpBindings> & { isForEveryGuest?: true };
  Variables: ScriptHashes & { id: string };
};

export type Middleware = MiddlewareHandler<HonoEnv>;
