import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { z } from 'zod';
import { signIn, signUp } from '#app/modules/accounts/accounts.server.ts';
import { forgotShape, signInShape, signUpShape } from '#app/modules/accounts/forms.ts';
import { signInRefusal } from '#app/modules/accounts/messages.ts';
import { requestPasswordReset } from '#app/modules/accounts/password-reset.server.ts';
import { type FormTrouble, readForm } from '#app/platform/forms.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import Home, { loader as home } from './home.tsx';
import { SignInDialog, signInMode, type SignInMode, type SignInOutcome } from './sign-in-dialog.tsx';
import type { Route } from './+types/login.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Sign in' }, { name: 'robots', content: 'noindex' }];

const modeOf = (url: URL): SignInMode => signInMode(url.searchParams.get('mode'));

/** Home with the sign-in open (decision 41); who is signed in goes where they wanted to. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const returnTo = safeReturn(url.searchParams.get('returnTo'));
  if ('userId' in context.get(shopContext).actor) throw redirect(returnTo, 303);
  return { ...(await home({ context })), mode: modeOf(url), returnTo };
}

/** Signs in, makes an account and says so, or has a link for a new password mailed. What the guest had comes along with the next request (visit.server.ts). */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const mode = modeOf(url);
  if (mode === 'forgot') {
    const form = await readForm(request, forgotShape);
    if (!form.ok) return data<SignInOutcome>({ mode, typed: form.typed, errors: form.errors }, { status: 400 });
    await requestPasswordReset(shop, form.value);
    return data<SignInOutcome>({ mode, typed: form.typed, isResetAsked: true });
  }
  const userAgent = request.headers.get('user-agent') ?? undefined;
  const { form, answer } =
    mode === 'signup'
      ? await readAndAsk(request, signUpShape, (person) => signUp(shop, person, userAgent))
      : await readAndAsk(request, signInShape, (person) => signIn(shop, person, userAgent));
  const no = (status: number, told: Omit<FormTrouble, 'typed'>) =>
    data<SignInOutcome>({ mode, typed: form.typed, ...told }, { status });
  if (!answer) return no(400, { errors: form.ok ? {} : form.errors });
  if (!answer.ok) {
    const words = signInRefusal(answer);
    if (answer.reason === 'common-password') return no(400, { errors: { password: words } });
    return no({ 'email-taken': 422, 'wrong-email-or-password': 401, 'too-many-tries': 429 }[answer.reason], {
      formError: words,
    });
  }
  const returnTo = safeReturn(url.searchParams.get('returnTo'));
  const headers = new Headers(answer.value.cookies.map((cookie) => ['Set-Cookie', cookie]));
  if (mode === 'signin') throw redirect(returnTo, { status: 303, headers });
  return data<SignInOutcome>({ mode, typed: form.typed, signedIn: { returnTo } }, { headers });
}

async function readAndAsk<Shape extends z.ZodType, Answer>(
  request: Request,
  shape: Shape,
  ask: (value: z.output<Shape>) => Promise<Answer>,
) {
  const form = await readForm(request, shape);
  return { form, answer: form.ok ? await ask(form.value) : undefined };
}

/** The dialog stays until it has shown that it worked; then it leaves by itself. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionResult as SignInOutcome | undefined)?.signedIn ? false : defaultShouldRevalidate;
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      {/* A screen of its own is given this screen's data by the router: hence it holds home's too. */}
      <Home loaderData={loaderData} />
      <SignInDialog mode={loaderData.mode} returnTo={loaderData.returnTo} outcome={actionData} closeTo="/" />
    </>
  );
}
