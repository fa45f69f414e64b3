import { data, redirect, type ShouldRevalidateFunctionArgs, href } from 'react-router';
import { register, signIn, type SecondFactorNeeded } from '#app/modules/identity/sign-in/sign-in.server.ts';
import {
  codeRequestSchema,
  codeSchema,
  secondFactorSchema,
  signInSchema,
} from '#app/modules/identity/sign-in/forms.ts';
import { forgotSchema, signUpSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import {
  accountMessages,
  accountRefusal,
  type AccountRefusal,
  refusalStatus,
} from '#app/modules/identity/accounts/messages.ts';
import { requestPasswordReset } from '#app/modules/identity/sign-in/password-reset.server.ts';
import { isSecondFactorPending, passSecondFactor } from '#app/modules/identity/sign-in/second-factor.server.ts';
import type { Session } from '#app/modules/identity/sign-in/sessions.server.ts';
import { requestSignInCode, signInWithCode } from '#app/modules/identity/sign-in/sign-in-code.server.ts';
import type { Done } from '#app/basics/result.ts';
import { readFields, type ReadForm } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import Home, { loader as home } from '#app/routes/storefront/home/home.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { signInMode, type SignInMode, type SignInOutcome } from './sign-in-modes.ts';
import { passRetryAfter, retryAfter } from '#app/routes/retry-after.ts';
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

/** Signs in by password, code or second factor, makes an account, or has a mail sent. What the guest had comes along with the next request (visit.server.ts). */
export async function action({ context, request, url }: Route.ActionArgs) {
  return answerMode[modeOf(url)]({
    shop: context.get(shopContext),
    form: await request.formData(),
    browser: request.headers,
    returnTo: returnOf(url),
  });
}

type SignInRequest = { shop: Shop; form: FormData; browser: Headers; returnTo: string };
type Answer = ReturnType<typeof answer>;

const answerMode: Record<SignInMode, (sent: SignInRequest) => Promise<Answer>> = {
  signin: ({ shop, form, browser, returnTo }) =>
    whenRead('signin', readFields(form, signInSchema), async (person, shown) =>
      answerSignIn(shown, returnTo, await signIn(shop, person, browser)),
    ),

  signup: ({ shop, form, browser, returnTo }) =>
    whenRead('signup', readFields(form, signUpSchema), async (person, shown) => {
      const made = await register(shop, person, browser);
      if (!made.ok) return refuse(shown, made, made.reason === 'common-password' ? 'password' : undefined);
      return made.value
        ? answer(200, { ...shown, signedIn: { returnTo } }, made.value.cookies)
        : answer(200, { ...shown, isMailed: true });
    }),

  forgot: ({ shop, form }) =>
    whenRead('forgot', readFields(form, forgotSchema), async (asked, shown) => {
      const sent = await requestPasswordReset(shop, asked);
      return sent.ok ? answer(200, { ...shown, isMailed: true }) : refuse(shown, sent);
    }),

  async code({ shop, form, browser, returnTo }) {
    const isSecondStep = form.has('code');
    const isAgain = form.get('intent') === 'send-again';
    form.delete('intent');
    if (isSecondStep && !isAgain) {
      const read = readFields(form, codeSchema);
      const isMailed = read.ok || !read.errors.email;
      return whenRead(
        'code',
        read,
        async (typed, shown) => answerSignIn(shown, returnTo, await signInWithCode(shop, typed, browser)),
        { isMailed },
      );
    }
    form.delete('code');
    return whenRead('code', readFields(form, codeRequestSchema), async (asked, shown) => {
      const sent = await requestSignInCode(shop, asked);
      return sent.ok
        ? answer(200, { ...shown, isMailed: true })
        : refuse({ ...shown, ...(isSecondStep && { isMailed: true }) }, sent);
    });
  },

  'second-factor': ({ shop, form, browser, returnTo }) =>
    whenRead('second-factor', readFields(form, secondFactorSchema), async ({ code }, shown) => {
      const passed = await passSecondFactor(shop, code, browser);
      const isOver = !passed.ok && passed.reason === 'start-again';
      return answerSignIn(isOver ? { ...shown, mode: 'signin' } : shown, returnTo, passed);
    }),
};

/** Does what a form asks for, once every field of it is right; `shown` is what the dialog shows of it in any case. */
async function whenRead<Value>(
  mode: SignInMode,
  read: ReadForm<Value>,
  act: (value: Value, shown: SignInOutcome) => Promise<Answer>,
  more?: Partial<SignInOutcome>,
): Promise<Answer> {
  const shown = { mode, typed: read.typed, ...more };
  return read.ok ? act(read.value, shown) : answer(400, { ...shown, errors: read.errors });
}

/** Goes on with the session, or with the second factor, or says why not. */
function answerSignIn(
  shown: SignInOutcome,
  returnTo: string,
  result: Done<Session> | SecondFactorNeeded | AccountRefusal,
) {
  if (result.ok) throw redirect(returnTo, { status: 303, headers: setCookies(result.value.cookies) });
  if (result.reason === 'second-factor-needed')
    return answer(200, { mode: 'second-factor', typed: {} }, result.data.cookies);
  return refuse(shown, result, result.reason === 'wrong-code' ? 'code' : undefined);
}

function refuse(shown: SignInOutcome, refusal: AccountRefusal, field?: string) {
  const message = accountRefusal(refusal);
  const problem = field ? { errors: { [field]: message } } : { formError: message };
  const headers = refusal.reason === 'too-many-tries' ? retryAfter(refusal.data.retryAfterSeconds) : undefined;
  return data<SignInOutcome>({ ...shown, ...problem }, { status: refusalStatus(refusal), headers });
}

export const headers = passRetryAfter;

const answer = (status: number, outcome: SignInOutcome, cookies: string[] = []) =>
  data<SignInOutcome>(outcome, { status, headers: setCookies(cookies) });

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
