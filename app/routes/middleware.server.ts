import { type MiddlewareFunction, redirect } from 'react-router';
import { requestContext, shopContext } from '#app/platform/request-context.server.ts';
import { isOwner } from '#app/platform/shop.server.ts';

/** Tells the server that this address exists for others only: it answers what it answers to an unknown one. */
const UNKNOWN = 'X-Show-Unknown';

/** Whether the server must answer as to an unknown address. */
export const showsUnknown = (response: Response) => response.headers.has(UNKNOWN);

/** Finds the visitor and puts the shop, as that visitor meets it, into the request's context. */
export const visitor: MiddlewareFunction<Response> = async ({ context }) => {
  context.set(shopContext, await context.get(requestContext).contextForVisitor());
};

/** An address no screen has; everybody who asks for what isn't there, or isn't there for them, is answered as there. */
export const NOWHERE = '/not-there';

export const ADMINS_ALONE = /^\/?(admin|database-test|api\/sendNotification)(\/|$)/i;

/** Of those, what a helper doesn't see: money, settings, people, and the shop's whole data. */
export const OWNERS_ALONE = /^\/?admin\/(users|invitations|coupons|payments|settings|audit|export)(\/|$)/i;

/**
 * Everything under /admin and /database-test, and what sends mails in the shop's name, is there for admins alone, whoever
 * adds a screen there later (T3); to others it is an unknown address, and all unknown addresses look alike. It asks the route that matched, not the
 * address as it was written, which has many spellings.
 */
export const adminsAlone: MiddlewareFunction<Response> = async ({ context, pattern, url }) => {
  const shop = context.get(shopContext);
  const isKept =
    (ADMINS_ALONE.test(pattern) && shop.actor.kind !== 'admin') || (OWNERS_ALONE.test(pattern) && !isOwner(shop));
  const isUnknown = /^\/?\*$/.test(pattern) && url.pathname !== NOWHERE;
  if (isKept || isUnknown) return new Response(null, { status: 404, headers: { [UNKNOWN]: '1' } });
};

/** What an admin of a live shop reaches before they have a second factor: setting it up, and leaving. */
const BEFORE_SECOND_FACTOR =
  /^\/?(profile\/security(\/two-step)?|logout|api\/auth\/\*|manifest\.webmanifest|media\/\*)$/i;

/** Leads an admin of a live shop who has no second factor to the screen where they get one. */
export const secondFactorFirst: MiddlewareFunction<Response> = async ({ context, pattern }) => {
  const { actor } = context.get(shopContext);
  if (actor.kind === 'customer' && actor.needsSecondFactor && !BEFORE_SECOND_FACTOR.test(pattern))
    throw redirect('/profile/security/two-step', 303);
};
