import { data, Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { inviteSchema } from '#app/modules/users/forms.ts';
import { INVITATION_DAYS, invite } from '#app/modules/users/invitations.server.ts';
import { userRefusals } from '#app/modules/users/messages.ts';
import { readForm } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ownerOnly } from '#app/platform/shop.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { pickListSearch, listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, Select } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import type { Route } from './+types/invite.ts';

export const meta = () => adminMeta('Invite');

/** It stands over the list of users, which is an owner's. */
export function loader({ context }: Route.LoaderArgs) {
  ownerOnly(context.get(shopContext));
  return { days: INVITATION_DAYS };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  ownerOnly(shop);
  const form = await readForm(request, inviteSchema);
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, { status: 400 });
  const invited = await invite(shop, form.value);
  if (!invited.ok) return data({ errors: { email: userRefusals[invited.reason] }, typed: form.typed }, { status: 409 });
  return redirect(`/admin/users${listSearchWith(url.searchParams, { done: 'invited' })}`, 303);
}

/** Sends somebody a link to an account of their own, as a sheet over the list. */
export default function Invite({ loaderData: { days } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isSending = useNavigation().formMethod === 'POST';
  const listSearch = pickListSearch(search);
  const { field, summary } = useShopForm({ known: { email: search.get('email') ?? '' } });
  return (
    <Dialog
      open
      drawer
      closeTo={`/admin/users${listSearch}`}
      title="Invite"
      foot={
        <>
          <Button form="invitation" icon="mail" busy={isSending}>
            Send invitation
          </Button>
          <ButtonLink look="secondary" to={`/admin/users${listSearch}`} preventScrollReset>
            Cancel
          </ButtonLink>
        </>
      }
    >
      <p className="muted">They get a mail with a link to choose a password. It works once, for {days} days.</p>
      <Form
        id="invitation"
        method="post"
        action={`/admin/users/invite${listSearch}`}
        className="form"
        noValidate
        preventScrollReset
      >
        <ErrorSummary {...summary} />
        <Field label="Email" {...field('email')} type="email" inputMode="email" autoComplete="off" />
        <Field label="Name" {...field('name')} optional maxLength={100} autoComplete="off" />
        <Select label="Invited as" {...field('role')}>
          <option value="">Customer</option>
          <option value="helper">Helper: orders, artworks, requests, messages</option>
          <option value="owner">Owner: also money, settings and users</option>
        </Select>
      </Form>
    </Dialog>
  );
}
