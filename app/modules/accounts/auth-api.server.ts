import type { Result } from '#app/basics/result.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type Session, signIn, signOut, signUp } from './accounts.server.ts';
import { authOf } from './auth.server.ts';
import { accountShape, signInShape } from './forms.ts';
import { accountMessages, signInRefusal, type SignInRefusal } from './messages.ts';

/** Of what Better Auth answers by itself, what this shop has a use for; the rest does not exist here. */
const ANSWERED_BY_ITSELF = new Set(['/get-session', '/ok']);

/**
 * Answers `/api/auth/*` in Better Auth's shapes. Signing in, up and out go through the doors of this module, so that the
 * same limits hold; the token of a session leaves in its cookie only, never in a body.
 */
export async function answerAuthRequest(shop: Shop, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace('/api/auth', '');
  const userAgent = request.headers.get('user-agent') ?? undefined;
  if (request.method === 'POST' && path === '/sign-in/email') {
    const form = signInShape.strip().safeParse(await bodyOf(request));
    return form.success
      ? sessionAnswer(await signIn(shop, form.data, userAgent))
      : trouble(400, 'INVALID_FORM', form.error.issues[0]!.message);
  }
  if (request.method === 'POST' && path === '/sign-up/email') {
    const form = accountShape.strip().safeParse(await bodyOf(request));
    return form.success
      ? sessionAnswer(await signUp(shop, form.data, userAgent))
      : trouble(400, 'INVALID_FORM', form.error.issues[0]!.message);
  }
  if (request.method === 'POST' && path === '/sign-out')
    return answered({ success: true }, (await signOut(shop, request.headers)).cookies);
  if (request.method === 'GET' && ANSWERED_BY_ITSELF.has(path)) {
    const response = await authOf(shop).handler(request);
    const body = (await response.json()) as { session?: { token?: string } } | null;
    delete body?.session?.token;
    return Response.json(body, { status: response.status, headers: { 'Cache-Control': 'no-store' } });
  }
  return trouble(404, 'NOT_FOUND', 'Not found');
}

function sessionAnswer(result: Result<Session, SignInRefusal>): Response {
  if (result.ok) return answered({ redirect: false, user: { id: result.value.userId } }, result.value.cookies);
  const message = signInRefusal(result);
  const status = { 'wrong-email-or-password': 401, 'email-taken': 422, 'common-password': 400, 'too-many-tries': 429 }[
    result.reason
  ];
  return trouble(status, result.reason.toUpperCase().replaceAll('-', '_'), message);
}

function answered(body: unknown, cookies: string[]): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return Response.json(body, { headers });
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
