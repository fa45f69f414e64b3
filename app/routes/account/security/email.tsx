import { data, Form, Link, useNavigation } from 'react-router';
import { requestEmailChange } from '#app/modules/credentials/email.server.ts';
import { changeEmailSchema } from '#app/modules/credentials/forms.ts';
import { accountMessages as says, accountRefusal, refusalStatus } from '#app/modules/accounts/messages.ts';
import { readForm } from '#app/platform/forms.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, PasswordField } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { passwordTrouble, type SecurityTrouble } from './security-errors.ts';
import type { Route } from './+types/email.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Change email' }, { name: 'robots', content: 'noindex' }];

export function loader({ context }: Route.LoaderArgs) {
  return { email: signedIn(context.get(shopContext)).email };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, changeEmailSchema);
  if (!form.ok) return data<SecurityTrouble>(form, { status: 400 });
  const asked = await requestEmailChange(context.get(shopContext), form.value);
  if (asked.ok) return data<SecurityTrouble>({ isDone: true, typed: form.typed });
  return data<SecurityTrouble>(
    { ...passwordTrouble(asked, accountRefusal(asked)), typed: form.typed },
    { status: refusalStatus(asked) },
  );
}

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().formMethod === 'POST';
  const { errors = {}, formError, typed, isDone } = actionData ?? {};
  return (
    <div className="grid max-w-(--container-form) gap-6 pt-8">
      <p>
        <Link className="link" to="/profile/security">
          Sign-in and security
        </Link>
      </p>
      <h2 className="text-h3">Change email</h2>
      {isDone ? <Note tone="done">{says.emailChangeAsked}</Note> : null}
      <p className="muted wrap-anywhere">Now: {loaderData.email}</p>
      <Form method="post" className="form" noValidate>
        <ErrorSummary errors={errors} formError={formError} />
        <Field
          label="New email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={typed?.email}
          error={errors.email}
        />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={errors.currentPassword}
        />
        <div className="flex flex-wrap gap-3">
          <Button busy={isSaving}>Send the link</Button>
          <ButtonLink look="secondary" to="/profile/security">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
