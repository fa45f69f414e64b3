import type { z } from 'zod';
import type { Result } from '#app/basics/result.ts';
import {
  accountMessages,
  accountRefusal,
  type AccountRefusal,
  refusalStatus,
} from '#app/modules/identity/accounts/messages.ts';
import { accountSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import type { Session } from '#app/modules/identity/sign-in/sessions.server.ts';
import { secondFactorSchema, signInSchema } from '#app/modules/identity/sign-in/forms.ts';
import { returnFromGoogle } from '#app/modules/identity/sign-in/google.server.ts';
import { passSecondFactor } from '#app/modules/identity/sign-in/second-factor.server.ts';
import {
  answerByBetterAuth,
  type SecondFactorNeeded,
  signIn,
  signOut,
  signUp,
} from '#app/modules/identity/sign-in/sign-in.server.ts';
import { retryAfter } from '#app/routes/retry-after.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { Route } from './+types/auth.ts';

export const loader = ({ context, request }: Route.LoaderArgs) => answerRequest(context.get(shopContext), request);
export const action = ({ context, request }: Route.ActionArgs) => answerRequest(context.get(shopContext), request);

/** The paths of Better Auth that this shop uses. Other paths answer 404. */
const PASSED_ON = new Set(['/get-session', '/ok']);

const SECOND_FACTORS = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code']);

/**
 * Answers `/api/auth/*` like Better Auth, but with the shop's functions and limits. Only cookies contain session
 * tokens.
 */
async function answerRequest(shop: Shop, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace('/api/auth', '');
  const { headers } = request;
  if (request.method === 'POST' && path === '/sign-in/email') {
    const form = signInSchema.strip().safeParse(await readBody(request));
    return form.success ? answerSession(await signIn(shop, form.data, headers)) : refuseForm(form.error);
  }
  if (request.method === 'POST' && SECOND_FACTORS.has(path)) {
    const form = secondFactorSchema.strip().safeParse(await readBody(request));
    return form.success ? answerSession(await passSecondFactor(shop, form.data.code, headers)) : refuseForm(form.error);
  }
  if (request.method === 'POST' && path === '/sign-up/email') {
    const form = accountSchema.strip().safeParse(await readBody(request));
    return form.success ? answerSession(await signUp(shop, form.data, headers)) : refuseForm(form.error);
  }
  if (request.method === 'GET' && path === '/callback/google') {
    const { address, cookies } = await returnFromGoogle(shop, request);
    return answer(null, cookies, { status: 303, headers: { Location: address } });
  }
  if (request.method === 'POST' && path === '/sign-out')
    return answer({ success: true }, (await signOut(shop, headers)).cookies);
  if (request.method === 'GET' && PASSED_ON.has(path)) {
    const response = await answerByBetterAuth(shop, request);
    const body = (await response.json()) as { session?: { token?: string }; user?: object } | null;
    delete body?.session?.token;
    if (body?.user && 'email' in shop.actor) {
      const { email, emailVerified } = shop.actor;
      Object.assign(body.user, { email, emailVerified });
    }
    return Response.json(body, { status: response.status, headers: { 'Cache-Control': 'no-store' } });
  }
  return refuse(404, 'NOT_FOUND', 'Not found');
}

function answerSession(result: Result<Session, AccountRefusal | SecondFactorNeeded>): Response {
  if (result.ok) return answer({ redirect: false, user: { id: result.value.userId } }, result.value.cookies);
  if (result.reason === 'second-factor-needed') return answer({ twoFactorRedirect: true }, result.data.cookies);
  const headers = result.reason === 'too-many-tries' ? retryAfter(result.data.retryAfterSeconds) : {};
  const code = result.reason.toUpperCase().replaceAll('-', '_');
  return refuse(refusalStatus(result), code, accountRefusal(result), headers);
}

const refuseForm = ({ issues }: z.ZodError) => refuse(400, 'INVALID_FORM', issues[0]!.message);

function answer(body: unknown, cookies: string[], init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set('Cache-Control', 'no-store');
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return Response.json(body, { ...init, headers });
}

const refuse = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ code, message }, { status, headers: { 'Cache-Control': 'no-store', ...headers } });

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    throw new Response(accountMessages.unexpected, { status: 400 });
  }
}
