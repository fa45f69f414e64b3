import { Form, useNavigation, href } from 'react-router';
import { resetSchema } from '#app/modules/identity/sign-in/password-forms.ts';
import { accountMessages, resetRefusals } from '#app/modules/identity/accounts/messages.ts';
import { isGoodResetLink, resetPassword } from '#app/modules/identity/sign-in/password-reset.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { NewPassword } from '#app/ui/shop/new-password.tsx';
import { LinkPage } from './link-page.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { secretAddressHeaders, tokenOf } from '#app/routes/secret-address.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/reset-password.ts';

export const headers = secretAddressHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Set a new password',
    description: 'Set a new password with the link we emailed you.',
    path: href('/reset-password'),
    hidden: true,
  });

export async function loader({ context, url }: Route.LoaderArgs) {
  return { isGood: await isGoodResetLink(context.get(shopContext), tokenOf(url)) };
}

const form = formOf();

export const action = formAction(
  form({
    schema: resetSchema,
    run: (shop, { password }, { request, url }) =>
      resetPassword(shop, { token: tokenOf(url), password }, request.headers),
    done({ cookie }, _fields, { visit }) {
      visit.cookies = [cookie];
      return { ok: true };
    },
    refused: ({ reason }) =>
      reason === 'common-password'
        ? { errors: { password: resetRefusals[reason] }, status: 400 }
        : { formError: resetRefusals[reason], status: 410 },
  }),
);

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().formMethod === 'POST';
  const { field, summary } = useShopForm();
  const login = `${href('/login')}?returnTo=%2F`;
  const end = actionData?.ok
    ? ({ tone: 'done', text: accountMessages.resetDone, next: { to: login, label: 'Sign In' } } as const)
    : ({
        tone: 'alert',
        text: resetRefusals['link-not-good'],
        next: { to: `${login}&mode=forgot`, label: 'Ask for a new link' },
      } as const);
  return (
    <LinkPage title="Set a new password" end={end.tone === 'alert' && loaderData.isGood ? undefined : end}>
      <Form method="post" className="form" noValidate>
        <ErrorSummary {...summary} />
        <NewPassword field={field} />
        <div>
          <Button busy={isSaving}>Set password</Button>
        </div>
      </Form>
    </LinkPage>
  );
}
