import { Form, href } from 'react-router';
import { currentPasswordSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import { leaveToLinkGoogle, offersGoogle } from '#app/modules/identity/sign-in/google.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { SaveOrCancel } from '#app/routes/account/save-or-cancel.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { PasswordField } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { refuseForm } from './refuse-form.ts';
import { SecurityPage } from './security-page.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
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

const form = formOf();

export const action = formAction(
  form({
    schema: currentPasswordSchema,
    run: (shop, fields, { request }) => leaveToLinkGoogle(shop, fields, request.headers),
    done({ address, cookies }, _fields, { visit }) {
      visit.cookies = cookies;
      return address;
    },
    refused: refuseForm,
  }),
);

export default function LinkGoogle() {
  const { field, summary } = useShopForm();
  return (
    <SecurityPage title="Link Google">
      <p className="muted">You can then sign in with your Google account as well.</p>
      <Form method="post" className="form" noValidate reloadDocument>
        <ErrorSummary {...summary} />
        <PasswordField label="Current password" {...field('currentPassword')} autoComplete="current-password" />
        <SaveOrCancel label="Continue to Google" cancelTo={href('/profile/security')} />
      </Form>
    </SecurityPage>
  );
}
