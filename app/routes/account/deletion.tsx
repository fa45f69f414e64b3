import { data, Form, redirect, useNavigation, href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { DELETION_DAYS } from '#app/modules/identity/accounts/account.ts';
import { requestDeletion } from '#app/modules/identity/users/account-deletion.server.ts';
import { signOut } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { deletionSchema } from '#app/modules/identity/users/forms.ts';
import { accountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { readForm } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { passRetryAfter, retryAfter } from '#app/routes/retry-after.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { PasswordField } from '#app/ui/kit/field.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { setCookies } from '#app/routes/set-cookies.ts';
import type { Route } from './+types/deletion.ts';

const FORM = 'delete-account';

export function loader({ context }: Route.LoaderArgs) {
  const { email } = signedIn(context.get(shopContext));
  return { email };
}

/** Asks for the account's deletion and signs out everywhere. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await readForm(request, deletionSchema);
  if (!form.ok) return data({ error: form.errors['password'] }, { status: 400 });
  const asked = await requestDeletion(shop, form.value);
  if (!asked.ok)
    return data(
      { error: accountRefusal(asked) },
      asked.reason === 'too-many-tries'
        ? { status: 429, headers: retryAfter(asked.data.retryAfterSeconds) }
        : { status: 409 },
    );
  const visit = context.get(visitContext);
  visit.keepCoupon(undefined);
  visit.flash({
    text: `Your account will be deleted on ${formatDay(asked.value.dueAt)}. Until then you can sign in and choose Undo.`,
  });
  const { cookies } = await signOut(shop, request.headers);
  return redirect(href('/'), { status: 303, headers: setCookies(cookies) });
}

export const headers = passRetryAfter;

export default function Deletion({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const answer: (FormAnswer & { error?: string }) | undefined = actionData;
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
          You will be signed out everywhere at once. For {DELETION_DAYS} days you can sign in again and undo it; then
          your name, addresses, wishlist, requests and messages are gone for good. Orders and invoices stay as long as
          the law asks.
        </p>
        {/* For password managers, which fill in the right one of several. */}
        <input type="email" name="account" autoComplete="username" defaultValue={email} hidden readOnly disabled />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          hint="To be sure that it is you"
          error={answer?.error ?? answer?.formError}
          required
        />
      </Form>
    </Dialog>
  );
}
