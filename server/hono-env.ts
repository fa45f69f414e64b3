import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { ScriptHashes } from './security-headers.ts';

/** State that the server's middleware shares about one request. */
export type HonoEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: ScriptHashes & {
    id: string;
    /** The answer shows the last known catalogue, because the present one could not be read. */
    usesFallback?: boolean;
  };
};

export type Middleware = MiddlewareHandler<HonoEnv>;
