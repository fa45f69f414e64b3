import type { Context } from 'hono';
import type { OpenedShop } from '#app/open-shop.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { HonoEnv } from './hono-env.ts';
import { FORWARDING_HEADERS, visitorAddress } from './visitor-address.ts';

export type ReadVisitor = (context: Context<HonoEnv>) => { request: Request; contextForVisitor: () => Promise<Shop> };

export const openReadVisitor =
  (shop: Pick<OpenedShop, 'contextFor'>, publicOrigin: string, trustProxy: boolean): ReadVisitor =>
  (context) => {
    const address = visitorAddress(context.req.raw, context.env.incoming?.socket.remoteAddress, trustProxy);
    const request = atPublicAddress(context.req.raw, publicOrigin, address);
    return {
      request,
      contextForVisitor: async () => ({
        ...(await shop.contextFor(request.headers, address, context.get('id'))),
        onFallback: () => context.set('usesFallback', true),
      }),
    };
  };

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
