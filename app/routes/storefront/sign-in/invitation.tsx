import { Form, useNavigation, href } from 'react-router';
import { acceptInvitation, findInvitation } from '#app/modules/identity/users/invitations.server.ts';
import { invitationSchema } from '#app/modules/identity/users/forms.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { invitationRefusals } from '#app/modules/identity/users/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { NewPassword } from '#app/ui/shop/new-password.tsx';
import { LinkPage } from './link-page.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { secretAddressHeaders, tokenOf } from '#app/routes/secret-address.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/invitation.ts';

export const headers = secretAddressHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your invitation',
    description: 'Create the account you were invited to.',
    path: href('/invitation'),
    hidden: true,
  });

export const loader = async ({ context, url }: Route.LoaderArgs) => ({
  invitation: await findInvitation(context.get(shopContext), tokenOf(url)),
});

const form = formOf();

export const action = formAction(
  form({
    schema: invitationSchema,
    run: (shop, { name, password }, { url }) => acceptInvitation(shop, { token: tokenOf(url), name, password }),
    done: () => ({ ok: true }),
    refused: ({ reason }) =>
      reason === 'common-password'
        ? { errors: { password: invitationRefusals[reason] }, status: 400 }
        : { formError: invitationRefusals[reason], status: 410 },
  }),
);

export default function Invitation({ loaderData: { invitation }, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().formMethod === 'POST';
  const { field, summary } = useShopForm({ known: { name: invitation?.name } });
  const end = actionData?.ok
    ? ({
        tone: 'done',
        text: accountMessages.invitationAccepted,
        next: { to: `${href('/login')}?returnTo=%2F`, label: 'Sign In' },
      } as const)
    : invitation
      ? undefined
      : ({ tone: 'alert', text: summary.formError ?? invitationRefusals['link-not-good'] } as const);
  return (
    <LinkPage title="Your invitation" end={end}>
      <Form method="post" className="form" noValidate>
        <p className="muted wrap-anywhere">
          An account for <b>{invitation?.email}</b>
          {invitation?.role ? `, as ${invitation.role} of the shop` : ''}.
        </p>
        <ErrorSummary {...summary} />
        <Field label="Name" {...field('name')} autoComplete="name" maxLength={100} />
        <NewPassword label="Password" field={field} />
        <div>
          <Button busy={isSaving}>Create Account</Button>
        </div>
      </Form>
    </LinkPage>
  );
}
