import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { register, signIn, type SecondFactorNeeded } from '#app/modules/sign-in/sign-in.server.ts';
import { codeRequestSchema, codeSchema, secondFactorSchema, signInSchema } from '#app/modules/sign-in/forms.ts';
import { forgotSchema, signUpSchema } from '#app/modules/credentials/forms.ts';
import {
  accountMessages as says,
  accountRefusal,
  type AccountRefusal,
  refusalStatus,
} from '#app/modules/accounts/messages.ts';
import { requestPasswordReset } from '#app/modules/credentials/password-reset.server.ts';
import { isSecondFactorPending, passSecondFactor } from '#app/modules/sign-in/second-factor.server.ts';
import type { Session } from '#app/modules/sessions/sessions.server.ts';
import { requestSignInCode, signInWithCode } from '#app/modules/sign-in/sign-in-code.server.ts';
import type { Done } from '#app/basics/result.ts';
import { readFields } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import Home, { loader as home } from '#app/routes/storefront/home/home.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { signInMode, type SignInMode, type SignInOutcome } from './sign-in-modes.ts';
import type { Route } from './+types/login.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Sign in' }, { name: 'robots', content: 'noindex' }];

const modeOf = (url: URL): SignInMode => signInMode(url.searchParams.get('mode'));
const returnOf = (url: URL) => safeReturn(url.searchParams.get('returnTo'));

/** Home with the sign-in open; who is signed in goes where they wanted to. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const returnTo = returnOf(url);
  if ('userId' in shop.actor) throw redirect(returnTo, 303);
  const asked = modeOf(url);
  const isPending = asked === 'second-factor' && (await isSecondFactorPending(shop, request.headers));
  const mode = asked === 'second-factor' && !isPending ? 'signin' : asked;
  const wrong = url.searchParams.get('error');
  const trouble =
    wrong === null ? undefined : wrong === 'account_not_linked' ? says.googleKnownAddress : says.googleFailed;
  const why = url.searchParams.get('why') ?? undefined;
  return { ...(await home({ context })), mode, returnTo, why, trouble };
}

type Asked = { shop: Shop; form: FormData; browser: Headers; returnTo: string };

/** Signs in by password, code or second factor, makes an account, or has a mail sent. What the guest had comes along with the next request (visit.server.ts). */
export async function action({ context, request, url }: Route.ActionArgs) {
  const asked = {
    shop: context.get(shopContext),
    form: await request.formData(),
    browser: request.headers,
    returnTo: returnOf(url),
  };
  return ANSWERS[modeOf(url)](asked);
}

const ANSWERS: Record<SignInMode, (asked: Asked) => Promise<ReturnType<typeof data<SignInOutcome>>>> = {
  async signin({ shop, form, browser, returnTo }) {
    const read = readFields(form, signInSchema);
    if (!read.ok) return answer(400, { mode: 'signin', typed: read.typed, errors: read.errors });
    return entered('signin', read.typed, returnTo, await signIn(shop, read.value, browser));
  },

  async signup({ shop, form, browser, returnTo }) {
    const read = readFields(form, signUpSchema);
    const mode = 'signup';
    if (!read.ok) return answer(400, { mode, typed: read.typed, errors: read.errors });
    const { typed } = read;
    const made = await register(shop, read.value, browser);
    if (!made.ok) return no(mode, typed, made, made.reason === 'common-password' ? 'password' : undefined);
    if (!made.value) return answer(200, { mode, typed, isMailed: true });
    return answer(200, { mode, typed, signedIn: { returnTo } }, made.value.cookies);
  },

  async forgot({ shop, form }) {
    const read = readFields(form, forgotSchema);
    if (!read.ok) return answer(400, { mode: 'forgot', typed: read.typed, errors: read.errors });
    const sent = await requestPasswordReset(shop, read.value);
    if (!sent.ok) return no('forgot', read.typed, sent);
    return answer(200, { mode: 'forgot', typed: read.typed, isMailed: true });
  },

  async code({ shop, form, browser, returnTo }) {
    const mode = 'code';
    const isSecondStep = form.has('code');
    const isAgain = form.get('intent') === 'send-again';
    form.delete('intent');
    if (!isSecondStep || isAgain) {
      form.delete('code');
      const read = readFields(form, codeRequestSchema);
      if (!read.ok) return answer(400, { mode, typed: read.typed, errors: read.errors });
      const sent = await requestSignInCode(shop, read.value);
      if (sent.ok) return answer(200, { mode, typed: read.typed, isMailed: true });
      return no(mode, read.typed, sent, undefined, isSecondStep);
    }
    const read = readFields(form, codeSchema);
    if (!read.ok) return answer(400, { mode, typed: read.typed, errors: read.errors, isMailed: !read.errors.email });
    return entered(mode, read.typed, returnTo, await signInWithCode(shop, read.value, browser), true);
  },

  async 'second-factor'({ shop, form, browser, returnTo }) {
    const read = readFields(form, secondFactorSchema);
    if (!read.ok) return answer(400, { mode: 'second-factor', typed: {}, errors: read.errors });
    const passed = await passSecondFactor(shop, read.value.code, browser);
    const next = !passed.ok && passed.reason === 'start-again' ? 'signin' : 'second-factor';
    return entered(next, {}, returnTo, passed);
  },
};

/** Goes on with the session, or with the second factor, or says why not. */
function entered(
  mode: SignInMode,
  typed: Record<string, string>,
  returnTo: string,
  result: Done<Session> | SecondFactorNeeded | AccountRefusal,
  isMailed?: boolean,
) {
  if (result.ok) throw redirect(returnTo, { status: 303, headers: setting(result.value.cookies) });
  if (result.reason === 'second-factor-needed')
    return answer(200, { mode: 'second-factor', typed: {} }, result.data.cookies);
  return no(mode, typed, result, result.reason === 'wrong-code' ? 'code' : undefined, isMailed);
}

function no(
  mode: SignInMode,
  typed: Record<string, string>,
  refusal: AccountRefusal,
  field?: string,
  isMailed?: boolean,
) {
  const words = accountRefusal(refusal);
  const told = field ? { errors: { [field]: words } } : { formError: words };
  return answer(refusalStatus(refusal), { mode, typed, ...told, ...(isMailed && { isMailed }) });
}

const answer = (status: number, outcome: SignInOutcome, cookies: string[] = []) =>
  data<SignInOutcome>(outcome, { status, headers: setting(cookies) });

const setting = (cookies: string[]) => new Headers(cookies.map((cookie) => ['Set-Cookie', cookie]));

/** When nothing could be asked, or the shop broke, the dialog stays with all that was typed. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (trouble) {
    if (trouble instanceof Response) throw trouble;
    const typed = Object.fromEntries(
      [...form].flatMap(([name, value]) => (KEPT.has(name) && typeof value === 'string' ? [[name, value]] : [])),
    );
    const mode = modeOf(new URL(request.url));
    return answer(503, { mode, typed, formError: says.unexpected, isMailed: mode === 'code' && form.has('code') });
  }
}
const KEPT = new Set(['name', 'email']);

/** The dialog stays until it has shown that it worked; then it leaves by itself. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionResult as SignInOutcome | undefined)?.signedIn ? false : defaultShouldRevalidate;
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, returnTo, why, trouble } = loaderData;
  return (
    <>
      {/* A screen of its own is given this screen's data by the router: hence it holds home's too. */}
      <Home loaderData={loaderData} />
      <SignInDialog
        mode={mode}
        returnTo={returnTo}
        why={why}
        outcome={actionData ?? (trouble ? { mode: 'signin', typed: {}, formError: trouble } : undefined)}
        closeTo="/"
      />
    </>
  );
}
