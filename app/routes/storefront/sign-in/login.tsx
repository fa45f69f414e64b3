import { redirect, type ShouldRevalidateFunctionArgs, href } from 'react-router';
import { leaveForGoogle } from '#app/modules/identity/sign-in/google.server.ts';
import { signIn, signUp, type SecondFactorNeeded } from '#app/modules/identity/sign-in/sign-in.server.ts';
import {
  codeRequestSchema,
  codeSchema,
  secondFactorSchema,
  signInSchema,
} from '#app/modules/identity/sign-in/forms.ts';
import { forgotSchema, signUpSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import { accountMessages, accountRefusal, type AccountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { requestPasswordReset } from '#app/modules/identity/sign-in/password-reset.server.ts';
import { isSecondFactorPending, passSecondFactor } from '#app/modules/identity/sign-in/second-factor.server.ts';
import type { Session } from '#app/modules/identity/sign-in/sessions.server.ts';
import { requestSignInCode, signInWithCode } from '#app/modules/identity/sign-in/sign-in-code.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Visit } from '#app/routes/visit.server.ts';
import { isSignedOut } from '#app/platform/shop.server.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import { refuseForm } from '#app/routes/account/security/refuse-form.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import Home, { loader as home } from '#app/routes/storefront/home/home.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { signInMode, type SignInMode, type SignInOutcome } from './sign-in-modes.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { Route } from './+types/login.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Sign in',
    description: 'Sign in or create an account to order, track your orders and save pieces.',
    path: href('/login'),
    hidden: true,
  });

const modeOf = (url: URL): SignInMode => signInMode(url.searchParams.get('mode'));
const returnOf = (url: URL) => safeReturn(url.searchParams.get('returnTo'));

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const returnTo = returnOf(url);
  if (!isSignedOut(shop)) throw redirect(returnTo, 303);
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

const form = formOf();

type ModeArgs = { visit: Visit; url: URL };
const inMode = (mode: SignInMode) => () => ({ mode });
const typedOf = ({ name, email }: { name?: string; email: string }) => ({ ...(name !== undefined && { name }), email });

function enter({ cookies }: Session, _fields: unknown, { visit, url }: ModeArgs): string {
  visit.cookies = cookies;
  return returnOf(url);
}

function refuseSignIn(refusal: SecondFactorNeeded | AccountRefusal, _fields: unknown, { visit }: ModeArgs) {
  if (refusal.reason !== 'second-factor-needed') return refuseForm(refusal);
  visit.cookies = refusal.data.cookies;
  return { mode: 'second-factor', status: 200 };
}

const askForCode = (shown: Partial<SignInOutcome>) =>
  form({
    schema: codeRequestSchema,
    prepare(_shop, body) {
      body.delete('code');
      return { mode: 'code' };
    },
    run: requestSignInCode,
    done: (_nothing, { email }) => ({ mode: 'code', typed: { email }, isMailed: true }),
    refused: (refusal) => ({ ...refuseForm(refusal), ...shown }),
  });

const forms = {
  signin: {
    '': form({
      schema: signInSchema,
      prepare: inMode('signin'),
      run: (shop, person, { request }) => signIn(shop, person, request.headers),
      done: enter,
      refused: refuseSignIn,
    }),
    // The browser returns to api/auth/callback/google.
    google: form({
      run: (shop, _fields, { request, url }) => leaveForGoogle(shop, { returnTo: returnOf(url) }, request.headers),
      done({ address, cookies }, _fields, { visit }) {
        visit.cookies = cookies;
        return address;
      },
      refused: (refusal, _fields, { url }) => ({ to: url.pathname + url.search, message: accountRefusal(refusal) }),
    }),
  },

  signup: form({
    schema: signUpSchema,
    prepare: inMode('signup'),
    run: (shop, person, { request }) => signUp(shop, person, request.headers),
    done({ cookies }, fields, { visit, url }) {
      visit.cookies = cookies;
      return { mode: 'signup', typed: typedOf(fields), signedIn: { returnTo: returnOf(url) } };
    },
    refused: refuseForm,
  }),

  forgot: form({
    schema: forgotSchema,
    prepare: inMode('forgot'),
    run: requestPasswordReset,
    done: (_nothing, { email }) => ({ mode: 'forgot', typed: { email }, isMailed: true }),
    refused: refuseForm,
  }),

  code: {
    '': askForCode({}),
    'send-again': askForCode({ isMailed: true }),
    enter: form({
      schema: codeSchema,
      prepare: inMode('code'),
      invalid: (errors) => ({ errors, isMailed: !errors.email }),
      run: (shop, typed, { request }) => signInWithCode(shop, typed, request.headers),
      done: enter,
      refused: (...refused) => ({ isMailed: true, ...refuseSignIn(...refused) }),
    }),
  },

  'second-factor': form({
    schema: secondFactorSchema,
    prepare: inMode('second-factor'),
    run: (shop, { code }, { request }) => passSecondFactor(shop, code, request.headers),
    done: enter,
    refused: (refusal) => ({
      ...refuseForm(refusal),
      ...(refusal.reason === 'start-again' && { mode: 'signin' }),
    }),
  }),
};

/** The next request merges the guest's cart (visit.server.ts). */
export const action = formAction<Route.ActionArgs>(({ url }) => forms[modeOf(url)]);

export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionResult as SignInOutcome | undefined)?.signedIn ? false : defaultShouldRevalidate;
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, returnTo, why, error } = loaderData;
  return (
    <>
      {/* The router gives a nested screen this route's data, so it includes the home page's data. */}
      <Home loaderData={loaderData} />
      <SignInDialog
        mode={mode}
        returnTo={returnTo}
        why={why}
        outcome={
          (actionData as SignInOutcome | undefined) ??
          (error ? { mode: 'signin', typed: {}, formError: error } : undefined)
        }
        closeTo="/"
      />
    </>
  );
}
