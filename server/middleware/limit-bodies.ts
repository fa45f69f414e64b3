import { bodyLimit } from 'hono/body-limit';
import type { OpenedShop } from '#app/open-shop.server.ts';
import { takeToken } from '#app/platform/limits.server.ts';
import { factsOf, isForAdmins } from '#app/route-facts.ts';
import type { Middleware } from '#server/hono-env.ts';
import { BUSY_FOR_SECONDS, refuse } from '#server/plain-page.ts';
import { openUploadLine } from '#server/upload-line.ts';
import { visitorAddress } from '#server/visitor-address.ts';

const FORM_BYTES = 64 * 1024;

/** Larger bodies wait in the upload queue. Outside the admin area, they also take a rate-limit token. */
const LARGE_BODY_BYTES = 1024 * 1024;
const LARGE_BODIES_OF_ADDRESS = { capacity: 60, refillPerMinute: 10 };

const TOO_MANY_UPLOADS = 'Too many large files at once. Nothing was changed. Wait a minute, then try again.';

const maxBytesOf = (path: string): number => factsOf(path).maxBytes ?? FORM_BYTES;

export function queueLargeBodies(
  { systemContext }: Pick<OpenedShop, 'systemContext'>,
  trustProxy: boolean,
  sheets: readonly string[],
): Middleware {
  const uploadLine = openUploadLine();
  return async (context, next) => {
    const { path, raw } = context.req;
    if (maxBytesOf(path) <= LARGE_BODY_BYTES || !mayBeLarge(raw)) return next();
    const address = visitorAddress(raw, context.env.incoming?.socket.remoteAddress, trustProxy);
    if (!isForAdmins(factsOf(path))) {
      const asShop = { ...systemContext(), requestId: context.get('id') };
      const allowed = await takeToken(asShop, `large-body:${address}`, LARGE_BODIES_OF_ADDRESS);
      if (!allowed.ok) return refuse(context, sheets, 429, TOO_MANY_UPLOADS, allowed.data.retryAfterSeconds);
    }
    const leave = await uploadLine.enter(address, raw.signal);
    if (!leave) return refuse(context, sheets, 429, TOO_MANY_UPLOADS, BUSY_FOR_SECONDS);
    try {
      await next();
    } finally {
      leave();
    }
  };
}

export const limitBodies =
  (sheets: readonly string[]): Middleware =>
  (context, next) =>
    bodyLimit({ maxSize: maxBytesOf(context.req.path), onError: () => refuse(context, sheets, 413) })(context, next);

function mayBeLarge({ headers, body }: Request): boolean {
  const length = headers.get('content-length');
  return body !== null && (length === null || Number(length) > LARGE_BODY_BYTES);
}
