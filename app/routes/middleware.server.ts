import { type MiddlewareFunction, redirect, href } from 'react-router';
import { factsOf, isForAdmins } from '#app/route-facts.ts';
import { findClosing } from '#app/modules/store/closing/closing.server.ts';
import { requestContext, shopContext } from '#app/routes/request-context.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { isOwner, type Shop } from '#app/platform/shop.server.ts';
import { NOWHERE } from '#app/basics/unknown-address.ts';

const UNKNOWN = 'X-Show-Unknown';

export const showsUnknown = (response: Response) => response.headers.has(UNKNOWN);

export const visitor: MiddlewareFunction<Response> = async ({ context }) => {
  context.set(shopContext, await context.get(requestContext).contextForVisitor());
};

/**
 * For everyone except admins, answers admin routes like unknown addresses (T3). An address has many spellings, so this
 * checks the matched route.
 */
export const adminsOnly: MiddlewareFunction<Response> = async ({ context, pattern, request, url }) => {
  const shop = context.get(shopContext);
  const facts = factsOf(pattern);
  const isForOthers = (isForAdmins(facts) && shop.actor.kind !== 'admin') || (facts.for === 'owners' && !isOwner(shop));
  // Discards shared text if no admin is signed in.
  const isShared = facts.isShareTarget && request.headers.get('sec-fetch-site') === 'none';
  if (isShared && request.method === 'POST' && shop.actor.kind === 'guest')
    throw redirect(`${href('/login')}?why=share&returnTo=${href('/admin/payments')}`, 303);
  if (isForOthers) logSecurityEvent(shop, 'access-refused', { why: 'role' });
  const isUnknown = /^\/?\*$/.test(pattern) && url.pathname !== NOWHERE;
  if (isForOthers || isUnknown) return new Response(null, { status: 404, headers: { [UNKNOWN]: '1' } });
};

export const noIndexUntilOpen: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const isPage = response.ok && response.headers.get('Content-Type')?.startsWith('text/html');
  if (isPage && (await findClosing(context.get(shopContext)))?.reason === 'not-open')
    response.headers.set('X-Robots-Tag', 'noindex');
  return response;
};

export const needsSecondFactor = ({ actor }: Pick<Shop, 'actor'>): boolean =>
  actor.kind === 'customer' && actor.needsSecondFactor === true;

export const requireSecondFactor: MiddlewareFunction<Response> = async ({ context, pattern }) => {
  if (needsSecondFactor(context.get(shopContext)) && !factsOf(pattern).beforeSecondFactor)
    throw redirect(href('/profile/security/two-step'), 303);
};
