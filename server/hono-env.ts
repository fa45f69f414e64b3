import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { ScriptHashes } from './security-headers.ts';

/** State that the server's middleware shares about one request. */
export type HonoEnv = {
  Bindings: Partial<HttpBindings> & { isForEveryGuest?: true };
  Variables: ScriptHashes & { id: string };
};

export type Middleware = MiddlewareHandler<HonoEnv>;
