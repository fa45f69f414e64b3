import { Form, useNavigation, href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { DELETION_DAYS } from '#app/modules/identity/accounts/account.ts';
import { requestDeletion, undoDeletion } from '#app/modules/identity/users/account-deletion.server.ts';
import { signOut } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { deletionSchema } from '#app/modules/identity/users/forms.ts';
import { accountMessages, accountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { PasswordField } from '#app/ui/kit/field.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/deletion.ts';

const FORM = 'delete-account';

export function loader({ context }: Route.LoaderArgs) {
  const { email } = signedIn(context.get(shopContext));
  return { email };
}

const form = formOf();

export const action = formAction({
  '': form({
    schema: deletionSchema,
    run: requestDeletion,
    async done({ dueAt }, _fields, { context, request, visit }) {
      visit.keepCoupon(undefined);
      visit.cookies = (await signOut(context.get(shopContext), request.headers)).cookies;
      return {
        to: href('/'),
        message: `Your account will be deleted on ${formatDay(dueAt)}. Until then you can sign in and choose Undo.`,
      };
    },
    refused: (refusal) => ({ errors: { password: accountRefusal(refusal) } }),
  }),
  undo: form({
    run: undoDeletion,
    done: () => ({ to: href('/profile'), message: accountMessages.deletionUndone }),
    refused: {},
  }),
});

export default function Deletion({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <Dialog
      open
      closeTo={href('/profile/settings')}
      title="Delete your account?"
      keepOpen={isBusy}
      foot={
        <>
          <ButtonLink look="secondary" to={href('/profile/settings')} preventScrollReset>
            Keep my account
          </ButtonLink>
          <Button look="destructive" form={FORM} busy={isBusy}>
            Delete Account
          </Button>
        </>
      }
    >
      <Form method="post" id={FORM} className="form" noValidate>
        <p className="muted">
          We’ll sign you out everywhere. You have {DELETION_DAYS} days to sign in and undo this. After that, your name,
          addresses, wishlist, requests and messages are permanently deleted. We keep orders and invoices as long as the
          law requires.
        </p>
        {/* Password managers use this hidden account name. */}
        <input type="email" name="account" autoComplete="username" defaultValue={email} hidden readOnly disabled />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          hint="To confirm it’s you"
          error={actionData?.errors?.password ?? actionData?.formError}
          required
        />
      </Form>
    </Dialog>
  );
}
