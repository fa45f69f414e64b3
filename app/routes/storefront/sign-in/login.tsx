import { data, redirect, type ShouldRevalidateFunctionArgs, href } from 'react-router';
import { register, signIn, type SecondFactorNeeded } from '#app/modules/sign-in/sign-in.server.ts';
import { codeRequestSchema, codeSchema, secondFactorSchema, signInSchema } from '#app/modules/sign-in/forms.ts';
import { forgotSchema, signUpSchema } from '#app/modules/credentials/forms.ts';
import { accountMessages, accountRefusal, type AccountRefusal, refusalStatus } from '#app/modules/accounts/messages.ts';
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
import { setCookies } from '#app/routes/set-cookies.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { Route } from './+types/login.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Sign in',
    description: 'Sign in or make an account, to order, to follow your orders and to keep what you like.',
    path: href('/login'),
    hidden: true,
  });

const modeOf = (url: URL): SignInMode => signInMode(url.searchParams.get('mode'));
const returnOf = (url: URL) => safeReturn(url.searchParams.get('returnTo'));

/** Home with the sign-in open; who is signed in goes where they wanted to. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const returnTo = returnOf(url);
  if ('userId' in shop.actor) throw redirect(returnTo, 303);
  const wanted = modeOf(url);
  const isPending = wanted === 'second-factor' && (await isSecondFactorPending(shop, request.headers));
  const mode = wanted === 'second-factor' && !isPending ? 'signin' : wanted;
  const wrong = url.searchParams.get('error');
  const error =
    wrong === null
      ? undefined
      : wrong === 'account_not_linked'
        ? accountMessages.googleKnownAddress
        : accountMessages.googleFailed;
  const why = url.searchParams.get('why') ?? undefined;
  return { ...(await home({ context })), mode, returnTo, why, error };
}

type SignInRequest = { shop: Shop; form: FormData; browser: Headers; returnTo: string };

/** Signs in by password, code or second factor, makes an account, or has a mail sent. What the guest had comes along with the next request (visit.server.ts). */
export async function action({ context, request, url }: Route.ActionArgs) {
  return ANSWERS[modeOf(url)]({
    shop: context.get(shopContext),
    form: await request.formData(),
    browser: request.headers,
    returnTo: returnOf(url),
  });
}

const ANSWERS: Record<SignInMode, (sent: SignInRequest) => Promise<ReturnType<typeof data<SignInOutcome>>>> = {
  async signin({ shop, form, browser, returnTo }) {
    const read = readFields(form, signInSchema);
    if (!read.ok) return answer(400, { mode: 'signin', typed: read.typed, errors: read.errors });
    return answerSignIn('signin', read.typed, returnTo, await signIn(shop, read.value, browser));
  },

  async signup({ shop, form, browser, returnTo }) {
    const read = readFields(form, signUpSchema);
    const mode = 'signup';
    if (!read.ok) return answer(400, { mode, typed: read.typed, errors: read.errors });
    const { typed } = read;
    const made = await register(shop, read.value, browser);
    if (!made.ok) return refuse(mode, typed, made, made.reason === 'common-password' ? 'password' : undefined);
    if (!made.value) return answer(200, { mode, typed, isMailed: true });
    return answer(200, { mode, typed, signedIn: { returnTo } }, made.value.cookies);
  },

  async forgot({ shop, form }) {
    const read = readFields(form, forgotSchema);
    if (!read.ok) return answer(400, { mode: 'forgot', typed: read.typed, errors: read.errors });
    const sent = await requestPasswordReset(shop, read.value);
    if (!sent.ok) return refuse('forgot', read.typed, sent);
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
      return refuse(mode, read.typed, sent, undefined, isSecondStep);
    }
    const read = readFields(form, codeSchema);
    if (!read.ok) return answer(400, { mode, typed: read.typed, errors: read.errors, isMailed: !read.errors.email });
    return answerSignIn(mode, read.typed, returnTo, await signInWithCode(shop, read.value, browser), true);
  },

  async 'second-factor'({ shop, form, browser, returnTo }) {
    const read = readFields(form, secondFactorSchema);
    if (!read.ok) return answer(400, { mode: 'second-factor', typed: {}, errors: read.errors });
    const passed = await passSecondFactor(shop, read.value.code, browser);
    const next = !passed.ok && passed.reason === 'start-again' ? 'signin' : 'second-factor';
    return answerSignIn(next, {}, returnTo, passed);
  },
};

/** Goes on with the session, or with the second factor, or says why not. */
function answerSignIn(
  mode: SignInMode,
  typed: Record<string, string>,
  returnTo: string,
  result: Done<Session> | SecondFactorNeeded | AccountRefusal,
  isMailed?: boolean,
) {
  if (result.ok) throw redirect(returnTo, { status: 303, headers: setCookies(result.value.cookies) });
  if (result.reason === 'second-factor-needed')
    return answer(200, { mode: 'second-factor', typed: {} }, result.data.cookies);
  return refuse(mode, typed, result, result.reason === 'wrong-code' ? 'code' : undefined, isMailed);
}

function refuse(
  mode: SignInMode,
  typed: Record<string, string>,
  refusal: AccountRefusal,
  field?: string,
  isMailed?: boolean,
) {
  const message = accountRefusal(refusal);
  const errors = field ? { errors: { [field]: message } } : { formError: message };
  return answer(refusalStatus(refusal), { mode, typed, ...errors, ...(isMailed && { isMailed }) });
}

const answer = (status: number, outcome: SignInOutcome, cookies: string[] = []) =>
  data<SignInOutcome>(outcome, { status, headers: setCookies(cookies) });

/** When nothing could be asked, or the shop broke, the dialog stays with all that was typed. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const typed = Object.fromEntries(
      [...form].flatMap(([name, value]) => (NOT_SECRET.has(name) && typeof value === 'string' ? [[name, value]] : [])),
    );
    const mode = modeOf(new URL(request.url));
    return answer(503, {
      mode,
      typed,
      formError: accountMessages.unexpected,
      isMailed: mode === 'code' && form.has('code'),
    });
  }
}
const NOT_SECRET = new Set(['name', 'email']);

/** The dialog stays until it has shown that it worked; then it leaves by itself. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionResult as SignInOutcome | undefined)?.signedIn ? false : defaultShouldRevalidate;
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, returnTo, why, error } = loaderData;
  return (
    <>
      {/* A screen of its own is given this screen's data by the router: hence it holds home's too. */}
      <Home loaderData={loaderData} />
      <SignInDialog
        mode={mode}
        returnTo={returnTo}
        why={why}
        outcome={actionData ?? (error ? { mode: 'signin', typed: {}, formError: error } : undefined)}
        closeTo="/"
      />
    </>
  );
}
