import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { factsOf } from '#app/route-facts.ts';
import { isReadableAddress } from '#server/form-request.ts';
import type { Middleware } from '#server/hono-env.ts';
import { refuse, refuseBusy } from '#server/plain-page.ts';
import { isShared, mayChange } from '#server/same-origin.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

export const refuseWhileOverloaded =
  (isOverloaded: () => boolean, sheets: readonly string[]): Middleware =>
  (context, next) =>
    isOverloaded() ? Promise.resolve(refuseBusy(context, sheets)) : next();

/** Refuses unknown methods, unreadable addresses, and changes from other sites. */
export const refuseStrangeRequests =
  (shopUrl: string, sheets: readonly string[]): Middleware =>
  async (context, next) => {
    if (!METHODS.has(context.req.method)) {
      context.header('Allow', [...METHODS].join(', '));
      return refuse(context, sheets, 405);
    }
    if (!isReadableAddress(new URL(context.req.url))) return refuse(context, sheets, 400);
    const { isSigned, isShareTarget } = factsOf(context.req.path);
    const mayEnter = mayChange(context.req.raw, shopUrl) || (isShareTarget && isShared(context.req.raw));
    if (!isSigned && !mayEnter) {
      logSecurityEvent({ requestId: context.get('id') }, 'request-refused', { why: 'other-site' });
      return refuse(context, sheets, 403, 'This request did not come from the shop’s own pages.');
    }
    await next();
  };
