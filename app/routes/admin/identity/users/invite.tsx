import { useSearchParams, href } from 'react-router';
import { inviteSchema } from '#app/modules/identity/users/forms.ts';
import { INVITATION_DAYS, invite } from '#app/modules/identity/users/invitations.server.ts';
import { userRefusals } from '#app/modules/identity/users/messages.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ownerOnly } from '#app/platform/shop.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { FormDialog } from '#app/routes/admin/shared/form-dialog.tsx';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/invite.ts';
import { AdminRoleOptions } from './admin-role-options.tsx';

export const meta = adminMeta('Invite');

export function loader({ context }: Route.LoaderArgs) {
  ownerOnly(context.get(shopContext));
  return { days: INVITATION_DAYS };
}

const form = formOf();

export const action = formAction(
  form({
    prepare: (shop) => {
      ownerOnly(shop);
      return {};
    },
    schema: inviteSchema,
    run: invite,
    done: (_invited, _fields, { url }) => listAddress(href('/admin/users'), url, { done: 'invited' }),
    refused: ({ reason }) => ({ errors: { email: userRefusals[reason] } }),
  }),
);

export default function Invite({ loaderData: { days } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { field, summary } = useShopForm({ known: { email: search.get('email') ?? '' } });
  return (
    <FormDialog
      drawer
      title="Invite"
      list={href('/admin/users')}
      action={href('/admin/users/invite')}
      save="Send invitation"
      icon="mail"
      summary={summary}
      intro={<p className="muted">We email them a link to choose a password. It is valid for {days} days.</p>}
    >
      <Field label="Email" {...field('email')} type="email" inputMode="email" autoComplete="off" />
      <Field label="Name" {...field('name')} optional maxLength={100} autoComplete="off" />
      <Select label="Role" {...field('role')}>
        <option value="">Customer</option>
        <AdminRoleOptions />
      </Select>
    </FormDialog>
  );
}
