import { href } from 'react-router';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { deletePerson } from '#app/modules/operations/personal-data/personal-data.server.ts';
import { getUser } from '#app/modules/identity/users/users.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { DeleteDialog } from '#app/routes/admin/shared/delete-dialog.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listAddress } from '#app/routes/admin/shared/list-search.ts';
import type { Route } from './+types/delete.ts';

export const meta = adminMeta('Delete user');

export const loader = async ({ context, params }: Route.LoaderArgs) => ({
  user: await getUser(context.get(shopContext), params.id),
});

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    run: async (shop, _fields, { params }) => {
      const deleted = await deletePerson(shop, params.id);
      return deleted.ok ? { done: 'deleted' } : { refused: deleted.reason };
    },
    done: (outcome, _fields, { url }) => listAddress(href('/admin/users'), url, outcome),
    refused: {},
  }),
);

export default function DeleteUser({ loaderData: { user } }: Route.ComponentProps) {
  return (
    <DeleteDialog
      title="Delete user"
      backTo={href('/admin/users')}
      action={href('/admin/users/:id/delete', { id: user.id })}
    >
      <p className="font-semibold">{accountMessages.confirmUserDeletion}</p>
      <p className="muted wrap-anywhere">
        {user.name} ({user.email}) can no longer sign in, and name, phone, address, wishlist, requests and messages are
        deleted. Orders and payments are kept.
      </p>
    </DeleteDialog>
  );
}
