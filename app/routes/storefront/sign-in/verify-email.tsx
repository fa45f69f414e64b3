import { Form, useNavigation, href } from 'react-router';
import { confirmEmail, findConfirmation } from '#app/modules/identity/sign-in/email.server.ts';
import { accountMessages, resetRefusals } from '#app/modules/identity/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button } from '#app/ui/kit/button.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { LinkPage } from './link-page.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { secretAddressHeaders, tokenOf } from '#app/routes/secret-address.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/verify-email.ts';

export const headers = secretAddressHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Confirm your email',
    description: 'Confirm the email address of your account.',
    path: href('/verify-email'),
    hidden: true,
  });

/** Email programs open links by themselves, so the page requires a click. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return { confirmation: await findConfirmation(shop, tokenOf(url)), isSignedIn: 'userId' in shop.actor };
}

const form = formOf();

export const action = formAction(
  form({
    run: (shop, _fields, { url }) => confirmEmail(shop, tokenOf(url)),
    done: (confirmed) => ({ ok: true, confirmed }),
    refused: { 'link-not-good': { status: 410 } },
  }),
);

type Confirmed = FormAnswer & { confirmed?: keyof typeof accountMessages.emailConfirmed };

export default function VerifyEmail({ loaderData: { confirmation, isSignedIn }, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().formMethod === 'POST';
  const login = `${href('/login')}?returnTo=%2F`;
  const { confirmed }: Confirmed = actionData ?? {};
  const end = confirmed
    ? ({
        tone: 'done',
        text: accountMessages.emailConfirmed[confirmed],
        next: isSignedIn ? { to: href('/profile'), label: 'My Profile' } : { to: login, label: 'Sign In' },
      } as const)
    : ({
        tone: 'alert',
        text: resetRefusals['link-not-good'],
        next: isSignedIn
          ? { to: href('/profile/security'), label: 'Ask for a new link' }
          : { to: login, label: 'Sign In' },
      } as const);
  return (
    <LinkPage title="Confirm your email" end={confirmation && !actionData ? undefined : end}>
      <Form method="post" className="form">
        {confirmation?.newAccount ? (
          <p className="wrap-anywhere">
            Confirm that <b>{confirmation.email}</b> is the email of the account of{' '}
            <b>{confirmation.newAccount.name}</b>, with the password chosen at sign-up. If you did not sign up, close
            this page.
          </p>
        ) : (
          <p className="wrap-anywhere">
            Confirm that <b>{confirmation?.email}</b> is your email address.
          </p>
        )}
        <div>
          <Button busy={isSaving}>Confirm my email</Button>
        </div>
      </Form>
    </LinkPage>
  );
}
