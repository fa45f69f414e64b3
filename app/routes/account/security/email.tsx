import { Form, href, useLocation } from 'react-router';
import { requestEmailChange } from '#app/modules/identity/sign-in/email.server.ts';
import { changeEmailSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, PasswordField } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { useLastAnswer } from '#app/ui/kit/use-last-answer.ts';
import { Note } from '#app/ui/kit/note.tsx';
import { refuseForm } from './refuse-form.ts';
import { SaveOrCancel } from '#app/routes/account/save-or-cancel.tsx';
import { SecurityPage } from './security-page.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/email.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Change email',
    description: 'Use a different email address for your account.',
    path: href('/profile/security/email'),
    hidden: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  return { email: signedIn(context.get(shopContext)).email };
}

const form = formOf();

export const action = formAction(
  form({
    schema: changeEmailSchema,
    run: requestEmailChange,
    done: (_nothing, { email }) => ({ ok: true, typed: { email } }),
    refused: refuseForm,
  }),
);

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { field, summary } = useShopForm();
  const answer = useLastAnswer(actionData, useLocation().key);
  return (
    <SecurityPage title="Change email">
      {answer?.ok ? <Note tone="done">{accountMessages.emailChangeAsked}</Note> : null}
      <p className="muted wrap-anywhere">Now: {loaderData.email}</p>
      <Form method="post" className="form" noValidate>
        <ErrorSummary {...summary} />
        <Field label="New email" {...field('email')} type="email" inputMode="email" autoComplete="email" />
        <PasswordField label="Current password" {...field('currentPassword')} autoComplete="current-password" />
        <SaveOrCancel label="Send the link" cancelTo={href('/profile/security')} />
      </Form>
    </SecurityPage>
  );
}
