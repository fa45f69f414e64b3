import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { ScriptHashes } from './security-headers.ts';

export type HonoEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: ScriptHashes & {
    id: string;
    usesFallback?: boolean;
  };
};

export type Middleware = MiddlewareHandler<HonoEnv>;
