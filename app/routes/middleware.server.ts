import { type MiddlewareFunction, redirect, href } from 'react-router';
import { factsOf, isForAdmins } from '#app/route-facts.ts';
import { findClosing } from '#app/modules/store/closing/closing.server.ts';
import { requestContext, shopContext } from '#app/routes/request-context.server.ts';
import { logSecurityEvent } from '#app/platform/security-log.server.ts';
import { isOwner, type Shop } from '#app/platform/shop.server.ts';
import { NOWHERE } from '#app/basics/unknown-address.ts';

/** Tells the server that this address exists for others only: it answers what it answers to an unknown one. */
const UNKNOWN = 'X-Show-Unknown';

/** Whether the server must answer as to an unknown address. */
export const showsUnknown = (response: Response) => response.headers.has(UNKNOWN);

/** Finds the visitor and puts the shop, as that visitor meets it, into the request's context. */
export const visitor: MiddlewareFunction<Response> = async ({ context }) => {
  context.set(shopContext, await context.get(requestContext).contextForVisitor());
};

/**
 * What is there for admins or owners alone (T3) is to others an unknown address, and all unknown addresses look alike. It
 * asks the route that matched, not the address as it was written, which has many spellings.
 */
export const adminsAlone: MiddlewareFunction<Response> = async ({ context, pattern, url }) => {
  const shop = context.get(shopContext);
  const facts = factsOf(pattern);
  const isForOthers = (isForAdmins(facts) && shop.actor.kind !== 'admin') || (facts.for === 'owners' && !isOwner(shop));
  if (isForOthers) logSecurityEvent(shop, 'access-refused', { why: 'role' });
  const isUnknown = /^\/?\*$/.test(pattern) && url.pathname !== NOWHERE;
  if (isForOthers || isUnknown) return new Response(null, { status: 404, headers: { [UNKNOWN]: '1' } });
};

/** Keeps every page of a live shop that has not been opened yet out of search engines. */
export const unopenedUnindexed: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  const isPage = response.ok && response.headers.get('Content-Type')?.startsWith('text/html');
  if (isPage && (await findClosing(context.get(shopContext)))?.reason === 'not-open')
    response.headers.set('X-Robots-Tag', 'noindex');
  return response;
};

/** Whether all but a few screens wait until this visitor has a second factor. */
export const needsSecondFactor = ({ actor }: Pick<Shop, 'actor'>): boolean =>
  actor.kind === 'customer' && actor.needsSecondFactor === true;

/** Leads an admin of a live shop who has no second factor to the screen where they get one. */
export const secondFactorFirst: MiddlewareFunction<Response> = async ({ context, pattern }) => {
  if (needsSecondFactor(context.get(shopContext)) && !factsOf(pattern).beforeSecondFactor)
    throw redirect(href('/profile/security/two-step'), 303);
};
