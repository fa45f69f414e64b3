import type { z } from 'zod';
import type { Result } from '#app/basics/result.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { register, signIn, signOut } from './accounts.server.ts';
import { authOf } from './auth.server.ts';
import { accountSchema, secondFactorSchema, signInSchema } from './forms.ts';
import { returnFromGoogle } from './google.server.ts';
import { accountMessages, accountRefusal, type AccountRefusal, refusalStatus } from './messages.ts';
import { passSecondFactor } from './second-factor.server.ts';
import type { SecondFactorNeeded, Session } from './sessions.server.ts';

/** Of what Better Auth answers by itself, what this shop has a use for; the rest does not exist here. */
const ANSWERED_BY_ITSELF = new Set(['/get-session', '/ok']);

/** The second step by Better Auth's two names; a code shows by itself which of the two it is. */
const SECOND_FACTORS = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

/**
 * Answers `/api/auth/*` in Better Auth's shapes. Signing in, up and out go through the doors of this module, so that the
 * same limits hold; the token of a session leaves in its cookie only, never in a body.
 */
export async function answerAuthRequest(shop: Shop, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace('/api/auth', '');
  const { headers } = request;
  if (request.method === 'POST' && path === '/sign-in/email') {
    const form = signInSchema.strip().safeParse(await bodyOf(request));
    return form.success ? sessionAnswer(await signIn(shop, form.data, headers)) : invalid(form.error);
  }
  if (request.method === 'POST' && SECOND_FACTORS.has(path)) {
    const form = secondFactorSchema.strip().safeParse(await bodyOf(request));
    return form.success ? sessionAnswer(await passSecondFactor(shop, form.data.code, headers)) : invalid(form.error);
  }
  if (request.method === 'POST' && path === '/sign-up/email') {
    const form = accountSchema.strip().safeParse(await bodyOf(request));
    return form.success ? sessionAnswer(await register(shop, form.data, headers)) : invalid(form.error);
  }
  if (request.method === 'GET' && path === '/callback/google') {
    const { address, cookies } = await returnFromGoogle(shop, request);
    return answered(null, cookies, { status: 303, headers: { Location: address } });
  }
  if (request.method === 'POST' && path === '/sign-out')
    return answered({ success: true }, (await signOut(shop, headers)).cookies);
  if (request.method === 'GET' && ANSWERED_BY_ITSELF.has(path)) {
    const response = await authOf(shop).handler(request);
    const body = (await response.json()) as { session?: { token?: string } } | null;
    delete body?.session?.token;
    return Response.json(body, { status: response.status, headers: { 'Cache-Control': 'no-store' } });
  }
  return trouble(404, 'NOT_FOUND', 'Not found');
}

function sessionAnswer(result: Result<Session | undefined, AccountRefusal | SecondFactorNeeded>): Response {
  if (result.ok)
    return result.value
      ? answered({ redirect: false, user: { id: result.value.userId } }, result.value.cookies)
      : answered({ redirect: false, user: null }, []);
  if (result.reason === 'second-factor-needed') return answered({ twoFactorRedirect: true }, result.data.cookies);
  return trouble(refusalStatus(result), result.reason.toUpperCase().replaceAll('-', '_'), accountRefusal(result));
}

const invalid = ({ issues }: z.ZodError) => trouble(400, 'INVALID_FORM', issues[0]!.message);

function answered(body: unknown, cookies: string[], init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set('Cache-Control', 'no-store');
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return Response.json(body, { ...init, headers });
}

const trouble = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status, headers: { 'Cache-Control': 'no-store' } });

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    throw new Response(accountMessages.unexpected, { status: 400 });
  }
}
