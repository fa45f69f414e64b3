import { data, Form, href, redirect } from 'react-router';
import { currentPasswordSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import { leaveToLinkGoogle, offersGoogle } from '#app/modules/identity/sign-in/google.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { readForm } from '#app/platform/forms.ts';
import { SaveOrCancel } from '#app/routes/account/save-or-cancel.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { passRetryAfter } from '#app/routes/retry-after.ts';
import { setCookies } from '#app/routes/set-cookies.ts';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { PasswordField } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { refuseForm, type SecurityAnswer } from './refuse-form.ts';
import { SecurityPage } from './security-page.tsx';
import type { Route } from './+types/google.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Link Google',
    description: 'Sign in with your Google account as well.',
    path: href('/profile/security/google'),
    hidden: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  if (!offersGoogle(context.get(shopContext))) throw notFound();
}

export const headers = passRetryAfter;

/** Sends the browser to Google, to link the two accounts. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, currentPasswordSchema);
  if (!form.ok) return data<SecurityAnswer>(form, { status: 400 });
  const leaving = await leaveToLinkGoogle(context.get(shopContext), form.value, request.headers);
  if (!leaving.ok) return refuseForm(leaving);
  return redirect(leaving.value.address, { status: 303, headers: setCookies(leaving.value.cookies) });
}

export default function LinkGoogle() {
  const { field, summary } = useShopForm();
  return (
    <SecurityPage title="Link Google">
      <p className="muted">From then on you can sign in with your Google account as well.</p>
      <Form method="post" className="form" noValidate reloadDocument>
        <ErrorSummary {...summary} />
        <PasswordField label="Current password" {...field('currentPassword')} autoComplete="current-password" />
        <SaveOrCancel label="Go on to Google" cancelTo={href('/profile/security')} />
      </Form>
    </SecurityPage>
  );
}
