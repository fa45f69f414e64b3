import { Form, href } from 'react-router';
import { changePasswordSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { changePassword } from '#app/modules/identity/sign-in/credentials.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { PasswordField } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { refuseForm } from './refuse-form.ts';
import { NewPassword } from '#app/ui/shop/new-password.tsx';
import { SaveOrCancel } from '#app/routes/account/save-or-cancel.tsx';
import { SecurityPage } from './security-page.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/password.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Change password',
    description: 'Set a new password for your account.',
    path: href('/profile/security/password'),
    hidden: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  return { email: signedIn(context.get(shopContext)).email };
}

const form = formOf();

export const action = formAction(
  form({
    schema: changePasswordSchema,
    run: changePassword,
    done: () => ({ to: href('/profile/security'), message: accountMessages.passwordChanged }),
    refused: refuseForm,
  }),
);

export default function ChangePassword({ loaderData }: Route.ComponentProps) {
  const { field, summary } = useShopForm();
  return (
    <SecurityPage title="Change password">
      <Form method="post" className="form" noValidate>
        <ErrorSummary {...summary} />
        {/* Password managers use this hidden account name. */}
        <input type="text" autoComplete="username" defaultValue={loaderData.email} hidden readOnly />
        <PasswordField label="Current password" {...field('currentPassword')} autoComplete="current-password" />
        <NewPassword field={field} />
        <SaveOrCancel label="Change password" cancelTo={href('/profile/security')} />
      </Form>
    </SecurityPage>
  );
}
